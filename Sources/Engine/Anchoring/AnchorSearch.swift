package import ScrollworkDiffing

/// The criteria by which an item is chosen as an anchor.
package struct AnchorSearch {
  /// Whether only the focused item may be chosen, and only while it is visible. A preferred item is chosen in any case.
  var onlyFocus = false
  /// Whether the layout changes only because elements are measured. Then an item stays in place whatever the policy.
  var isMeasuring = false
  /// Whether items may be chosen that the previous frame did not show.
  var includesUnseen = false
  /// The mapping of the update that the item must survive; `nil` if there is no update.
  var mapping: ListMapping?

  package init(onlyFocus: Bool = false, isMeasuring: Bool = false, mapping: ListMapping? = nil) {
    (self.onlyFocus, self.isMeasuring, self.mapping) = (onlyFocus, isMeasuring, mapping)
  }

  /// A copy of the search that includes items that the previous frame did not show.
  var amongAll: AnchorSearch {
    var search = self
    search.includesUnseen = true
    return search
  }

  /// Returns the path of an item after the update; `nil` if the item is gone.
  func survivor(of path: ElementPath) -> ElementPath? {
    if let mapping { mapping.newPath(ofOld: path) } else { path }
  }
}
