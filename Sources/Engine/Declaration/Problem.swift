public import ScrollworkDiffing
public import ScrollworkGeometry
public import ScrollworkLayout

/// Something that was wrong in what a program handed in. It was repaired, the list goes on; most likely it is a mistake.
public enum Problem: Hashable, CustomStringConvertible {
  /// Two items of a section have one identity. State that belongs to it goes with the order: the first stays the first.
  case repeatedIdentity(ElementID, first: ElementPath, second: ElementPath)
  /// Two sections have one identity. The first stays the first.
  case repeatedSection(ElementID, first: Int, second: Int)
  /// The content of an item wants a size that is negative, infinite or not a number; it got none on that axis.
  case invalidSize(Size, reuseIdentifier: String)
  /// Something in the layout of a section, or, where that is `nil`, of the whole list cannot be meant. Told once for each
  /// section and kind, when somebody comes near the section; only in programs built for debugging.
  case layout(LayoutProblem, section: Int?)

  public var description: String {
    switch self {
    case .repeatedIdentity(let id, let first, let second):
      "the identity \(id) is in section \(first.section) twice, at \(first.item) and \(second.item)"
    case .repeatedSection(let id, let first, let second):
      "the identity \(id) is that of two sections, at \(first) and \(second)"
    case .invalidSize(let size, let kind): "a content of \(kind) wants to be \(size.width) by \(size.height) pixels"
    case .layout(let problem, let section?): "the layout of section \(section) has \(problem)"
    case .layout(let problem, nil): "the layout of the list has \(problem)"
    }
  }
}
