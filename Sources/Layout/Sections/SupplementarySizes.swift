import ScrollworkDiffing
import ScrollworkGeometry

/// Identifies a supplementary in its section, or a list boundary in its list.
enum SupplementaryID: Hashable, Sendable {
  /// A supplementary at an edge, by its index in the declaration.
  case edge(Int)
  /// A badge, by its index in the declaration and its host item. For a group, that is the first item of the group.
  case badge(item: Int, slot: Int32)
}

/// The measured sizes of the supplementaries of a section or list, on their intrinsic axes.
struct SupplementarySizes: Sendable {
  private var edges: [SupplementarySize] = []
  private var badges: [SupplementaryID: SupplementarySize] = [:]
  /// An upper bound of the overflow of all badges measured so far beyond their hosts, in subpixels. It never becomes
  /// smaller.
  private(set) var overflow: Int64 = 0

  var isEmpty: Bool { edges.isEmpty && badges.isEmpty }

  subscript(id: SupplementaryID) -> SupplementarySize {
    switch id {
    case .edge(let index): edges.indices.contains(index) ? edges[index] : .unmeasured
    case .badge: badges.isEmpty ? .unmeasured : badges[id] ?? .unmeasured
    }
  }

  /// Records the measured size of a supplementary; `unmeasured` discards the recorded size.
  mutating func set(_ size: SupplementarySize, _ id: SupplementaryID, of declared: DeclaredSupplementary) {
    switch id {
    case .edge(let index):
      while edges.count <= index { edges.append(.unmeasured) }
      edges[index] = size
    case .badge:
      badges[id] = size == .unmeasured ? nil : size
      if case .badge(let badge) = declared { overflow = max(overflow, badge.farthest(size)) }
    }
  }

  /// Returns the sizes after an update: those of badges by the new positions of their items, without those of deleted
  /// items.
  /// - Parameters:
  ///   - mapping: The mapping of the items; nil if the sizes of badges are not valid any more.
  ///   - edge: Returns the old index of the supplementary at an edge that has the given new index; nil if its size is
  ///     not valid any more.
  /// - Complexity: O(*m*), where *m* is the number of recorded sizes.
  func moved(_ mapping: PositionMapping?, edgeCount: Int, edge: (Int) -> Int?) -> SupplementarySizes {
    var moved = SupplementarySizes()
    if !edges.isEmpty {
      moved.edges = (0..<edgeCount).map { index in edge(index).map { self[.edge($0)] } ?? .unmeasured }
    }
    guard let mapping, !badges.isEmpty else { return moved }
    moved.overflow = overflow
    for case (.badge(let item, let slot), let size) in badges where item < mapping.oldCount {
      if let item = mapping.newPosition(ofOld: item) { moved.badges[.badge(item: item, slot: slot)] = size }
    }
    return moved
  }
}

/// The measured size of a supplementary, in subpixels; `SectionState.none` on an axis that is not measured.
struct SupplementarySize: Hashable, Sendable {
  static let unmeasured = SupplementarySize()

  var width = SectionState.none
  var extent = SectionState.none
}

/// A supplementary or decoration as a layout declares it, in the plane of the solver.
enum DeclaredSupplementary {
  case edge(ResolvedBoundary)
  case badge(LayoutSupplementary)
  case decoration(LayoutDecoration)

  var kind: LayoutKind {
    switch self {
    case .edge(let boundary): boundary.kind
    case .badge(let badge): badge.kind
    case .decoration(let decoration): decoration.kind
    }
  }

  /// The intrinsic axes: those whose size the content decides.
  var intrinsicAxes: (width: Bool, height: Bool) {
    switch self {
    case .edge(let boundary): (boundary.hasIntrinsicWidth, boundary.isEstimated)
    case .badge(let badge): (badge.size.width.isEstimated, badge.size.height.isEstimated)
    case .decoration: (false, false)
    }
  }

  /// Returns whether the measured sizes `a` and `b` give the supplementary the same size. At an edge, the declared size
  /// replaces that of an axis that is not measured.
  func isSame(_ a: SupplementarySize, _ b: SupplementarySize) -> Bool {
    guard case .edge(let boundary) = self else { return a == b }
    return boundary.extent(a) == boundary.extent(b) && boundary.width(a) == boundary.width(b)
  }
}

extension ResolvedBoundary {
  /// Returns the measured extent in subpixels, or the declared one if the supplementary is not measured.
  func extent(_ measured: SupplementarySize) -> Int64 { measured.extent >= 0 ? Int64(measured.extent) : extent }

  /// Returns the measured width in logical pixels, or the declared one if the supplementary is not measured.
  func width(_ measured: SupplementarySize) -> Double {
    measured.width >= 0 ? Subpixels.pixels(Int64(measured.width)) : width
  }

  /// Returns the frame of the supplementary without pinning.
  /// - Parameters:
  ///   - start: The start of its section, or of the list.
  ///   - contentStart: The start of the content between the supplementaries, relative to `start`. Like `contentEnd` and
  ///     `whole`, it is computed only if it is needed.
  ///   - contentEnd: The end of that content.
  ///   - whole: The extent of the section or the list.
  @inline(__always)
  func place(
    _ measured: SupplementarySize, from start: Int64, contentStart: @autoclosure () -> Int64,
    contentEnd: @autoclosure () -> Int64, extent whole: @autoclosure () -> Int64
  ) -> LeafSlot {
    let (extent, width) = (extent(measured), width(measured))
    let y: Int64 =
      switch (edge, extendsBoundary) {
      case (-1, true): 0
      case (-1, false): contentStart()
      case (1, true): contentEnd()
      case (1, false): contentEnd() - extent
      default: (whole() - extent) / 2
      }
    let (minX, minY) = (room.minX + alignment * (room.width - width) + room.shift, start + y + offset)
    return LeafSlot(leaf: 0, minX: minX, maxX: minX + width, minY: minY, maxY: minY + extent)
  }
}

extension LayoutSupplementary {
  /// Returns the badge's size on a host of the given size, in logical pixels.
  func size(on host: Size, _ measured: SupplementarySize) -> Size {
    Size(
      width: measured.width >= 0 ? Subpixels.pixels(Int64(measured.width)) : size.width.resolved(in: host),
      height: measured.extent >= 0 ? Subpixels.pixels(Int64(measured.extent)) : size.height.resolved(in: host))
  }

  /// Returns an upper bound of the overflow beyond the host in any direction, in subpixels.
  fileprivate func farthest(_ measured: SupplementarySize) -> Int64 {
    let (width, height) = (Int64(max(0, measured.width)), Int64(max(0, measured.extent)))
    let own = Size(width: Subpixels.pixels(width), height: Subpixels.pixels(height))
    let offsets = [containerAnchor.offset(of: own), itemAnchor?.offset(of: own) ?? .zero]
    let offset = offsets.reduce(0) { $0 + max(abs($1.x), abs($1.y)) }
    return max(width, height) + Subpixels.nearest(offset)
  }
}
