package import ScrollworkDiffing

/// The kind of item that may be an anchor.
package struct AnchorSearch {
  /// Whether only a visible focused item counts.
  var onlyFocus = false
  /// Whether only estimates change, which no one is to see, whatever the policy.
  var isMeasuring = false
  /// Whether items count that the frame before did not show.
  var includesUnseen = false
  /// The change that the item must survive.
  var mapping: ListMapping?

  package init(onlyFocus: Bool = false, isMeasuring: Bool = false, mapping: ListMapping? = nil) {
    (self.onlyFocus, self.isMeasuring, self.mapping) = (onlyFocus, isMeasuring, mapping)
  }

  /// A copy of the search that includes items that the frame before did not show.
  var amongAll: AnchorSearch {
    var search = self
    search.includesUnseen = true
    return search
  }

  /// Returns the path of an item after the change; `nil` if it is gone.
  func survivor(of path: ElementPath) -> ElementPath? {
    if let mapping { mapping.newPath(ofOld: path) } else { path }
  }
}
