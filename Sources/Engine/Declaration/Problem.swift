import Glibc
public import ScrollworkDiffing
public import ScrollworkGeometry
public import ScrollworkHostInterface
public import ScrollworkLayout

/// A mistake in the program's data, layouts or sizes that the view repaired.
///
/// The list remains usable. See ``CollectionView/onProblem``.
public enum Problem: Hashable, CustomStringConvertible {
  /// Two items of a section have the same id. Their order tells them apart: the first in the old list matches the first
  /// in the new one.
  case repeatedIdentity(ElementID, first: ElementPath, second: ElementPath)
  /// Two sections have the same id. Their order tells them apart: the first in the old list matches the first in the
  /// new one.
  case repeatedSection(ElementID, first: Int, second: Int)
  /// A content view asks for a width or height that is negative, infinite or not a number. The view takes it as zero.
  case invalidSize(Size, reuseIdentifier: String)
  /// An impossible value in the layout of a section, or of the whole list if `section` is `nil`.
  ///
  /// Reported once for each section and kind, when the section comes near the viewport, and only if the layout is
  /// checked (see ``LayoutProblem``).
  case layout(LayoutProblem, section: Int?)
  /// The cells of a section with data declare sizes, by ``Cell/size(width:height:)``, which have no effect.
  ///
  /// Reported once for each section, and only in debug builds.
  case ignoredCellSizes(section: ElementID)
  /// Two enabled actions of a context menu have the same key, which performs the first one.
  ///
  /// Reported once for each key.
  case repeatedShortcut(KeyShortcut, first: String, second: String)
  /// A node of an outline would be among its own descendants. It is left out there.
  ///
  /// Reported once for each attempt to add it there.
  case outlineCycle(ElementID)
  /// A node of an outline has the identity of another one. It is left out.
  ///
  /// Reported once for each attempt to add it.
  case repeatedNode(ElementID)

  /// A message for the programmer, in English.
  public var description: String {
    switch self {
    case .repeatedIdentity(let id, let first, let second):
      "section \(first.section) has two items with the identity \(id), at \(first.item) and \(second.item)"
    case .repeatedSection(let id, let first, let second):
      "sections \(first) and \(second) have the same identity \(id)"
    case .invalidSize(let size, let kind): "a content view of \(kind) asks for \(size.width) by \(size.height) pixels"
    case .layout(let problem, let section?): "the layout of section \(section) has \(problem)"
    case .ignoredCellSizes(let section):
      "section \(section) has data, so it ignores the sizes of its cells: give its layout LayoutItemSizes.each"
    case .repeatedShortcut(let shortcut, let first, let second):
      "the menu actions \(first) and \(second) have the same key \(shortcut)"
    case .outlineCycle(let id): "the outline's node \(id) would be its own ancestor"
    case .repeatedNode(let id): "the outline has several nodes with the identity \(id)"
    case .layout(let problem, nil): "the layout of the list has \(problem)"
    }
  }
}

extension Problem {
  /// Writes the problem to the standard error stream of the process.
  func writeToStandardError() { Self.writeToStandardError("\(self)") }

  /// Writes the description of a problem to the standard error stream of the process.
  package static func writeToStandardError(_ text: String) {
    let line = Array("scrollwork: \(text)\n".utf8)
    _ = write(2, line, line.count)
  }
}
