import ScrollworkContentViews

/// A declaration to which handlers of items can be added: a component, a ``Row``, a ``Cell`` or a whole ``List``.
///
/// Each modifier returns a copy. Handlers of a list run for every item, after the item's own handler. Setting a handler
/// again replaces it, and the handlers of the newest list are always in force.
///
/// *Handlers* (`didSelect`, `onHighlight`, `willDisplay` and so on) are called for each change, whether the user or the
/// program made it. *Questions* (`shouldSelect`, `shouldDeselect`, `shouldHighlight`, `canFocus`) are asked only when
/// the user acts with pointer, finger or keys: not for each frame, and not if the program itself calls
/// ``CollectionView/select(_:)``, ``CollectionView/deselect(_:)`` or ``CollectionView/focus(_:)``. An item is allowed
/// what its own answer and that of the list allow; without a question everything is allowed.
///
/// Handlers and questions may call the view: it makes such calls in their order when the event, the call or the frame
/// that it handles has ended.
public protocol CellEvents {
  /// The type that modifiers return: ``Cell`` and ``List`` keep their type, anything else becomes a ``Row``.
  associatedtype WithHandlers

  /// Returns a copy with changed handlers. The modifiers are written with it.
  func withHandlers(_ change: (inout CellHandlers) -> Void) -> WithHandlers
}

/// The handlers and questions of an item, or of all items of a list. ``CellEvents`` has a modifier for each.
public struct CellHandlers {
  /// A function that is called for an event.
  package typealias Handler = @MainActor (CellContext) -> Void
  /// A function that is asked whether an item may do something.
  package typealias Question = @MainActor (CellContext) -> Bool

  var didSelect: Handler?
  var didDeselect: Handler?
  var shouldSelect: Question?
  var shouldDeselect: Question?
  var shouldHighlight: Question?
  var onHighlight: Handler?
  var onUnhighlight: Handler?
  var canFocus: Question?
  var didActivate: Handler?
  var willDisplay: Handler?
  var didEndDisplay: Handler?
  var contextMenu: (@MainActor (CellContext) -> Menu)?
  var swipeActions: SwipeContent?
}

extension CellEvents {
  // MARK: Selection

  /// Returns a copy that calls `handler` when the item becomes selected, and when one of several selected items is
  /// selected alone.
  ///
  /// If one change selects more than 1,000 items, only the handlers of the chosen item and of those on screen are called;
  /// ``CollectionView/onSelectionChange`` is called in any case.
  public func didSelect(_ handler: @escaping @MainActor (CellContext) -> Void) -> WithHandlers {
    withHandlers { $0.didSelect = handler }
  }

  /// Returns a copy that calls `handler` when the item is no longer selected. It is not
  /// called for an item that an update deletes.
  ///
  /// If one change deselects more than 1,000 items, only the handlers of those on screen are called.
  public func didDeselect(_ handler: @escaping @MainActor (CellContext) -> Void) -> WithHandlers {
    withHandlers { $0.didDeselect = handler }
  }

  /// Returns a copy that asks `question` before the user selects the item; if it returns false, the selection stays as
  /// it was and the item only gets the focus.
  ///
  /// For a range or Select all, each item is asked, and the items that refuse are left out. To ask an item, the list
  /// makes its row. So if more than 1,000 items are concerned and a section makes its rows lazily, its rows are asked
  /// only if one on screen has this question; a question of the whole list is asked for every item.
  /// - Complexity: Called once for each item that the user's action would select.
  public func shouldSelect(_ question: @escaping @MainActor (CellContext) -> Bool) -> WithHandlers {
    withHandlers { $0.shouldSelect = question }
  }

  /// Returns a copy that asks `question` before the user ends the selection of the item; if it returns false, the item
  /// stays selected. In a list with ``SelectionMode/single``, no other item can be selected then.
  ///
  /// For more than 1,000 items, rows are asked as ``shouldSelect(_:)`` tells.
  public func shouldDeselect(_ question: @escaping @MainActor (CellContext) -> Bool) -> WithHandlers {
    withHandlers { $0.shouldDeselect = question }
  }

  // MARK: Highlight

  /// Returns a copy that asks `question` when the user presses the item; if it returns false, the item is not shown as
  /// pressed, and the press neither selects nor opens it.
  public func shouldHighlight(_ question: @escaping @MainActor (CellContext) -> Bool) -> WithHandlers {
    withHandlers { $0.shouldHighlight = question }
  }

  /// Returns a copy that calls `handler` when the left button or a finger presses the item.
  public func onHighlight(_ handler: @escaping @MainActor (CellContext) -> Void) -> WithHandlers {
    withHandlers { $0.onHighlight = handler }
  }

  /// Returns a copy that calls `handler` when a press of the item ends: by a release, because the pointer leaves the
  /// item, because the press becomes a scroll, or because the item is deleted.
  public func onUnhighlight(_ handler: @escaping @MainActor (CellContext) -> Void) -> WithHandlers {
    withHandlers { $0.onUnhighlight = handler }
  }

  // MARK: Focus and activation

  /// Returns a copy that asks `question` before the user moves the focus to the item. If it returns false, keys pass
  /// over the item, and a press selects it without moving the focus.
  ///
  /// One key passes over 10,000 items at most; then the focus stays where it is. When an update deletes the focused
  /// item, its neighbour gets the focus without being asked.
  public func canFocus(_ question: @escaping @MainActor (CellContext) -> Bool) -> WithHandlers {
    withHandlers { $0.canFocus = question }
  }

  /// Returns a copy that calls `handler` when the user opens the item, by a double click or Return.
  public func didActivate(_ handler: @escaping @MainActor (CellContext) -> Void) -> WithHandlers {
    withHandlers { $0.didActivate = handler }
  }

  // MARK: Display

  /// Returns a copy that calls `handler` after the frame in which the display of the item begins.
  public func willDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) -> WithHandlers {
    withHandlers { $0.willDisplay = handler }
  }

  /// Returns a copy that calls `handler` after the frame in which the display of the item ends.
  public func didEndDisplay(_ handler: @escaping @MainActor (CellContext) -> Void) -> WithHandlers {
    withHandlers { $0.didEndDisplay = handler }
  }
}
