public import ScrollworkDiffing

/// Finding items by typed text.
extension List {
  /// Returns a copy of the list in which the user finds items by typing the beginning of their text.
  ///
  /// While the list has the focus, typed letters move the focus and the selection to the next item whose text begins
  /// with them, and scroll to it. Letters belong together if each follows within a second; case, width and diacritics
  /// do not count. The same letter typed again and again goes through all items that begin with it. After the last item
  /// the search continues with the first. Backspace removes a letter, Escape ends the search.
  ///
  /// A list that finds items by text gets the letter keys, so they cannot be shortcuts of the program too, except those
  /// that ``typeAheadStart(_:)`` leaves out. A frame examines a limited number of items, and later frames continue. For
  /// millions of items, use ``typeAheadSearch(_:)``.
  /// - Parameter text: Returns the text of an item; `nil` for an item that is not found.
  public func typeAhead(_ text: @escaping @MainActor (ElementPath, ElementID) -> String?) -> List {
    modified { ($0.typeAhead, $0.typeAheadSearch) = (text, nil) }
  }

  /// Returns a copy of the list in which the user finds items by typing the beginning of their text, and in which
  /// `search` finds them, for example by an index of the program.
  /// - Parameter search: Returns the first item whose text begins with the typed text, from the given item on and then
  ///   from the start of the list; `nil` if there is none. Called for each letter.
  public func typeAheadSearch(_ search: @escaping @MainActor (String, ElementPath) -> ElementPath?) -> List {
    modified { ($0.typeAhead, $0.typeAheadSearch) = (nil, search) }
  }

  /// Returns a copy of the list in which only some characters begin a search by typed text. The keys of all others stay
  /// shortcuts of the program, unless a search runs: then any character continues it.
  /// - Parameter begins: Returns whether a character begins a search.
  public func typeAheadStart(_ begins: @escaping @MainActor (Character) -> Bool) -> List {
    modified { $0.typeAheadStart = begins }
  }
}

extension ListHandlers {
  /// Whether the list finds items by typed text.
  var findsByText: Bool { typeAhead != nil || typeAheadSearch != nil }
}
