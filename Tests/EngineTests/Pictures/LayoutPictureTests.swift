import Foundation
import Scrollwork
import ScrollworkTesting
import Testing

/// A set of common layouts, each shown in a running view and drawn as a window draws it.
///
/// If the environment variable `SCROLLWORK_PICTURES` names a folder, the pictures are written there.
@MainActor
struct LayoutPictureTests {
  @Test(arguments: LayoutPicture.all) func `a common layout looks as specified`(
    layout: LayoutPicture
  ) throws {
    let stage = try PictureStage(layout)
    stage.checkFrames()
    stage.checkThatNothingOverlaps()
    stage.checkThatCellsLieInTheContainer()
    let picture = try Picture(of: stage.harness.frame)
    stage.checkColors(in: picture)
    if let folder = ProcessInfo.processInfo.environment["SCROLLWORK_PICTURES"] {
      try checkPicture(picture, at: "\(folder)/\(layout.name).png", isRecording: true)
    }
  }

  @Test func `every layout of the acceptance set has a picture of its own`() {
    let names = LayoutPicture.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count >= 45)
  }
}

extension LayoutPicture {
  static let all = basics + advanced + adaptive + mosaics + galleries + grids + factories + cellByCell
}

/// One layout in a window.
@MainActor
private struct PictureStage: ListStage {
  let layout: LayoutPicture
  let list = CollectionView()
  let harness: ViewHarness

  init(_ layout: LayoutPicture) throws {
    self.layout = layout
    harness = ViewHarness(content: list, size: layout.size, text: try BundledText.shared())
    list.apply(
      List(sections: layout.parts.map(\.section)).withLayoutConfiguration(layout.configuration),
      updateStrategy: .reloadData)
    harness.settle()
    if let place = layout.sectionOffset {
      for section in layout.parts.indices { list.scrollSection(section, to: place, animated: false) }
    }
    list.scroll(to: .offset(layout.offset), animated: false)
    harness.settle()
    // Waits until the scroll bar, which is no part of the layout, is hidden again.
    harness.advance(by: .seconds(2))
  }

  /// The bound elements, without the list itself.
  private var nodes: [SemanticsNode] {
    harness.semantics.filter { [.cell, .header, .footer, .label].contains($0.role) }
  }

  func checkFrames() {
    let found = Dictionary(nodes.map { ($0.text, $0.bounds) }) { first, _ in first }
    for (name, frame) in layout.frames.sorted(by: { $0.key < $1.key }) {
      #expect(found[name] == frame, "\(name) in \(layout.name)")
    }
    let axis = layout.configuration.scrollDirection
    if let length = layout.length { #expect(list.contentSize[axis] == length) }
    #expect(!layout.frames.isEmpty && cells.count > 1)
  }

  func checkThatNothingOverlaps() {
    guard !layout.overlaps else { return }
    for (index, cell) in cells.enumerated() {
      for other in cells[(index + 1)...] where other.bounds.intersects(cell.bounds) {
        Issue.record("\(cell.text) and \(other.text) share \(cell.bounds.intersection(other.bounds))")
      }
    }
  }

  /// Checks that all cells lie within the content on the main axis and within the window on the cross axis. Cells of
  /// nested scroll containers may leave the window on the cross axis.
  func checkThatCellsLieInTheContainer() {
    let axis = layout.configuration.scrollDirection
    let scrolling = Set(layout.parts.filter { ($0.layout?.orthogonalScrolling ?? .continuous) != .none }.map(\.name))
    let shown = list.contentOffset[axis]
    for cell in cells {
      let (low, high) = (cell.bounds.origin[axis] + shown, cell.bounds.origin[axis] + cell.bounds.size[axis] + shown)
      #expect(low >= 0 && high <= list.contentSize[axis] + 0.5, "\(cell.text) from \(low) to \(high)")
      guard !scrolling.contains(cell.section) else { continue }
      let side = cell.bounds.origin[axis.cross]
      #expect(side >= 0 && side + cell.bounds.size[axis.cross] <= layout.size[axis.cross], "\(cell.text) at \(side)")
    }
  }

  /// Checks that each tile with a visible corner is painted there in its colour.
  func checkColors(in picture: Picture) {
    // A pinned element casts a shadow on the content below it.
    let shadows = harness.frame.groups.filter { group in
      group.canvas.commands.contains { if case .gradient = $0 { true } else { false } }
    }
    var painted = 0
    for (index, node) in cells.enumerated() {
      let place = Point(x: node.bounds.minX + 2, y: node.bounds.minY + 2)
      let isCovered =
        nodes.contains { $0.text != node.text && $0.bounds.contains(place) }
        || shadows.contains { $0.frame.contains(place) }
      guard window.contains(place), node.bounds.contains(place), !isCovered else { continue }
      painted += 1
      let number = node.position ?? index
      #expect(picture[Int(place.x), Int(place.y)] == Tile.color(node.section, number), "\(node.text) at \(place)")
    }
    #expect(painted > 0 || layout.overlaps)
  }
}
