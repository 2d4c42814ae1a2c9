import ScrollworkDiffing
import ScrollworkGeometry

/// The sections in a section, and how large they are.
///
/// Those that nobody has come near are not laid out. Where a size follows from what was declared it is known all the same;
/// of the others the first are looked at at once, and the rest are guesses until somebody comes near, or it is their turn.
struct NestedParts: Sendable {
  let layout: NestedLayout
  /// The room of the layout around them.
  let container: Size
  /// The cells, in the room that this leaves for the parts.
  let items: LayoutItems
  /// The first cell of each part, and the number of all.
  private(set) var starts: [Int] = [0]
  /// How many sections come before those in each part.
  private(set) var partStarts: [Int] = [0]
  /// The width that each part is laid out in.
  private(set) var rooms: [Double] = []
  /// What is in each of them is so large, as far as it is known.
  private(set) var sizes: [Size] = []
  /// How far anything sticks out of each.
  private(set) var overhangs: [Double] = []
  /// True if cells of one of them are to be made before they come in sight.
  private(set) var keepsInvisibleItems = false
  /// Those in which something was measured.
  private(set) var measured: Set<Int> = []
  /// Those that were laid out.
  private var children: [(any LayoutArrangement)?]
  /// Those whose size is a guess.
  private var pending: MarkedPositions
  /// How many such there are in those that were laid out.
  private var pendingInside: [Int: Int] = [:]
  /// Where looking at those goes on.
  private var search: (before: Int, after: Int) = (-1, 0)

  /// A part of which nothing is known is taken to be as tall as so many pixels for each cell, if there is nothing to go
  /// by.
  private static let unknownCellExtent = 44.0

  /// - Complexity: O(*p*) in the number of parts.
  init(layout: NestedLayout, items: LayoutItems) {
    self.layout = layout
    container = items.container
    var items = items
    items.container = layout.layout.room(in: container)
    self.items = items
    let count = layout.parts.count
    children = Array(repeating: nil, count: count)
    pending = MarkedPositions(of: count)
    sizes = Array(repeating: .zero, count: count)
    overhangs = Array(repeating: 0, count: count)
    for (index, part) in layout.parts.enumerated() {
      let start = starts[index]
      starts.append(start + min(items.count - start, max(0, part.count)))
      partStarts.append(partStarts[index] + part.partCount)
      rooms.append(layout.declaredSize(of: index, in: items.container).width ?? items.container.width)
    }
    look(at: layout.parts.indices)
  }

  var indices: Range<Int> { sizes.indices }

  /// How many sections have a size that is a guess, however deep.
  var pendingCount: Int { pendingInside.values.reduce(pending.count, +) }

  func isPending(_ part: Int) -> Bool { pending.contains(part) }

  // MARK: Finding out how large they are

  /// Finds out the sizes of some parts as far as not too many layouts have to be asked for, and guesses the others.
  private mutating func look(at parts: some Sequence<Int>) {
    var (sizer, left) = (PartSizer(), items.layoutsAtOnce)
    var unknown: [Int] = []
    for part in parts where !measure(part, &sizer, mostLayouts: &left) { unknown.append(part) }
    guard !unknown.isEmpty else { return }
    let known = indices.filter { !pending.contains($0) }
    let mean = known.isEmpty ? nil : known.reduce(0) { $0 + sizes[$1].height } / Double(known.count)
    for part in unknown {
      let height = mean ?? Self.unknownCellExtent * Double(min(1_000, starts[part + 1] - starts[part]))
      sizes[part] = Size(width: rooms[part], height: Subpixels.pixels(Subpixels.nearest(height)))
    }
  }

  /// - Parameter left: So many layouts may be resolved, or sections arranged.
  /// - Returns: False if that is not enough to find out the size of the part.
  private mutating func measure(_ part: Int, _ sizer: inout PartSizer, mostLayouts left: inout Int) -> Bool {
    let (cellCount, own) = (starts[part + 1] - starts[part], layout.parts[part].layout)
    if let (size, overhang) = sizer.measure(own, cellCount, width: rooms[part], in: items, mostLayouts: &left) {
      (sizes[part], overhangs[part]) = (size, overhang)
      pending.remove(part)
      return true
    }
    guard left > 0 else { return false }
    let cells = items(of: part, layoutsAtOnce: left)
    left -= max(1, layout.parts[part].partCount)
    Effort.step()
    take(own.arrange(cells), for: part)
    return true
  }

  /// Finds out how large a part is.
  /// - Returns: True if it is not as large as was thought.
  private mutating func measure(_ part: Int, _ sizer: inout PartSizer) -> Bool {
    let old = sizes[part]
    var left = LayoutSolver.eagerPartLayouts
    _ = measure(part, &sizer, mostLayouts: &left)
    return sizes[part] != old
  }

  /// Finds out the sizes of some more parts, those near the last ones resolved first.
  /// - Parameter work: What may be done, as `LayoutSolver.resolvePending(work:)` counts; what was done is taken off.
  /// - Returns: Those that are not as large as was thought.
  mutating func resolvePending(work: inout Int) -> [Int] {
    var (sizer, resized) = (PartSizer(), [Int]())
    while work > 0, pending.count > 0 {
      let (after, before) = (pending.first(from: search.after), pending.last(upTo: search.before))
      search = (before ?? -1, after ?? indices.upperBound)
      if after == nil, before == nil { search = (-1, 0) }
      for case let part? in [after, before] where work > 0 && pending.contains(part) {
        work -= LayoutSolver.workOfLayout * max(1, layout.parts[part].partCount)
        if measure(part, &sizer) { resized.append(part) }
      }
    }
    for part in pendingInside.keys.sorted() where work > 0 {
      if change(part, { $0.resolvePending(work: &work) }).isResized { resized.append(part) }
    }
    return resized
  }

  /// Lays out parts in other widths.
  mutating func narrow(_ widths: [(part: Int, width: Double)]) {
    for (part, width) in widths {
      rooms[part] = width
      children[part] = nil
      measured.remove(part)
      pending.insert(part)
      pendingInside[part] = nil
    }
    look(at: widths.lazy.map(\.part))
  }

  /// Takes over what was known of the sizes of those parts that are still guesses, where they come first or last as they
  /// did and are as wide.
  mutating func guess(from old: NestedParts) {
    guard pending.count > 0, old.items.scale == items.scale else { return }
    let (count, oldCount) = (sizes.count, old.sizes.count)
    var start = 0
    while start < min(count, oldCount), layout.parts[start] == old.layout.parts[start] { start += 1 }
    var end = 0
    while end < min(count, oldCount) - start, layout.parts[count - 1 - end] == old.layout.parts[oldCount - 1 - end] {
      end += 1
    }
    for part in indices where (part < start || part >= count - end) && pending.contains(part) {
      let before = part < start ? part : part - count + oldCount
      if rooms[part] == old.rooms[before] { sizes[part] = old.sizes[before] }
    }
  }

  /// Takes over those that were laid out and have the same cells in the same layout and width: what was measured there
  /// has found its place, which depends on what was measured first.
  /// - Returns: These parts.
  /// - Complexity: O(*p* log *n* + *k* log *n*) in the numbers of parts and of cells in those that were laid out.
  mutating func keep(from old: NestedParts, _ mapping: PositionMapping) -> Set<Int> {
    let isSame = old.items.hasSameSurroundings(as: items)
    guard isSame || old.items.hasSameSurroundings(as: items, ofAnyHeight: true) else { return [] }
    var kept: Set<Int> = []
    for part in indices where starts[part] < starts[part + 1] {
      guard let first = mapping.oldPosition(ofNew: starts[part]), let before = old.part(of: first),
        var child = old.children[before], self.isSame(part, before, of: old, mapping)
      else { continue }
      // One that may have a provider is asked again, and so are parts of the height of the room: at once where something
      // was measured.
      let layout = layout.parts[part].layout
      if !isSame || layout.mayScroll || layout.mayHandleVisibleItems {
        guard old.measured.contains(before),
          child.update(to: items(of: part), .identity(count: starts[part + 1] - starts[part]))
        else { continue }
      }
      take(child, for: part)
      kept.insert(part)
    }
    return kept
  }

  /// True if a part was one of the `old` ones, and nothing that is declared about it has changed.
  private func isSame(_ part: Int, _ before: Int, of old: NestedParts, _ mapping: PositionMapping) -> Bool {
    let layout = layout.parts[part].layout
    guard layout.base is SectionPart, layout == old.layout.parts[before].layout, rooms[part] == old.rooms[before],
      starts[part + 1] - starts[part] == old.starts[before + 1] - old.starts[before]
    else { return false }
    return (starts[part]..<starts[part + 1]).allSatisfy {
      mapping.oldPosition(ofNew: $0) == old.starts[before] + $0 - starts[part]
    }
  }

  // MARK: Laying them out

  /// The cells of a part.
  private func items(of part: Int, layoutsAtOnce: Int = LayoutSolver.eagerPartLayouts) -> LayoutItems {
    var cells = items.part(
      starts[part]..<starts[part + 1], in: Size(width: rooms[part], height: items.container.height))
    cells.layoutsAtOnce = layoutsAtOnce
    cells.position = part
    return cells
  }

  private func arranged(_ part: Int) -> any LayoutArrangement {
    Effort.step()
    return layout.parts[part].layout.arrange(items(of: part))
  }

  private mutating func take(_ child: any LayoutArrangement, for part: Int) {
    children[part] = child
    pending.remove(part)
    note(part)
    keepsInvisibleItems = keepsInvisibleItems || child.keepsInvisibleItems
  }

  /// What is said of a part that was laid out.
  private mutating func note(_ part: Int) {
    guard let child = children[part] else { return }
    (sizes[part], overhangs[part]) = (child.contentSize, child.overhang)
    let count = child.pendingCount
    pendingInside[part] = count > 0 ? count : nil
  }

  /// A part, laid out. One that nobody has come near is looked at just for this.
  subscript(part: Int) -> any LayoutArrangement { children[part] ?? arranged(part) }

  /// The parts that were laid out.
  func forEachArranged(_ body: (_ part: Int, _ child: any LayoutArrangement) -> Void) {
    for part in indices {
      if let child = children[part] { body(part, child) }
    }
  }

  /// Changes a part, which is laid out for that if it was not.
  /// - Returns: What `body` does, and whether the part or what sticks out of it has another size now.
  mutating func change<Result>(
    _ part: Int, _ body: (inout any LayoutArrangement) -> Result
  ) -> (result: Result, isResized: Bool) {
    let (size, overhang) = (sizes[part], overhangs[part])
    var child = children[part] ?? arranged(part)
    children[part] = nil
    let result = body(&child)
    take(child, for: part)
    return (result, size != sizes[part] || overhang != overhangs[part])
  }

  mutating func noteMeasured(_ part: Int) { measured.insert(part) }

  /// Where looking at those goes on whose size is a guess.
  mutating func search(from first: Int, to last: Int) { search = (first - 1, last + 1) }

  // MARK: Which is where

  /// The part that a cell is in.
  func part(of item: Int) -> Int? { Self.find(item, starts) }

  /// The part that has a section with this number in it, or is it.
  func part(ofPart number: Int) -> Int? { Self.find(number, partStarts) }

  private static func find(_ number: Int, _ starts: [Int]) -> Int? {
    let part = starts.partitioningIndex { $0 > number } - 1
    return part >= 0 && part + 1 < starts.count ? part : nil
  }
}

#if DEBUG
  extension NestedParts {
    /// What is wrong in what some parts declare, as far as they were laid out.
    mutating func takeProblems(of parts: [Int]) -> Set<LayoutProblem> {
      parts.reduce(into: []) { problems, part in
        guard var holder = children[part] as? any ProblemHolder else { return }
        problems.formUnion(holder.takeProblems())
        children[part] = holder
      }
    }
  }
#endif
