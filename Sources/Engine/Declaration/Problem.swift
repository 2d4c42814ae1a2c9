public import ScrollworkDiffing
public import ScrollworkGeometry

/// Something that was wrong in what a program handed in. It was repaired, the list goes on; most likely it is a mistake.
public enum Problem: Hashable, CustomStringConvertible {
  /// Two items of a section have one identity. State that belongs to it goes with the order: the first stays the first.
  case repeatedIdentity(ElementID, first: ElementPath, second: ElementPath)
  /// The content of an item wants a size that is negative, infinite or not a number; it got none on that axis.
  case invalidSize(Size, reuseIdentifier: String)

  public var description: String {
    switch self {
    case .repeatedIdentity(let id, let first, let second):
      "the identity \(id) is in section \(first.section) twice, at \(first.item) and \(second.item)"
    case .invalidSize(let size, let kind): "a content of \(kind) wants to be \(size.width) by \(size.height) pixels"
    }
  }
}
