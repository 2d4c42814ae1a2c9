import ScrollworkDiffing
import ScrollworkLayout

extension ItemStore {
  /// Traps if the stored items contradict each other. Call between frames.
  /// - Complexity: O(*v*) in the number of bound and exiting items.
  package func checkInvariants(in list: List) {
    var last: LayoutElement.Key?
    for item in bound {
      precondition(last.map { $0 < item.key } ?? true, "\(item.key) is bound twice or out of reading order")
      precondition(!item.isExiting, "\(item.key) is bound and exits")
      precondition(item.isDisplayed, "\(item.key) is bound and was not displayed")
      precondition(item.key.path.map(list.contains) ?? true, "\(item.key) is bound and not in the list")
      precondition(item.newSize == nil, "the layout did not take the size of \(item.key)")
      last = item.key
    }
    for item in exiting { precondition(item.isExiting, "\(item.key) is among the exiting items and does not exit") }
    precondition(
      exiting.count < 2 || Set(exiting.map(ObjectIdentifier.init)).count == exiting.count, "an item exits twice")
    precondition(recycleCandidates.isEmpty, "\(recycleCandidates.count) items wait to be recycled")
    precondition(ahead.isEmpty, "\(ahead.count) items were made ahead and not recycled")
    precondition(!hasUnendedItems, "the display of removed items, or their motion, was not ended")
  }
}
