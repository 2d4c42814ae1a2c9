import Scrollwork
import ScrollworkContentViews
import ScrollworkHostInterface

/// The boundaries between the characters of a shaped line, for the pointer.
///
/// The shaper gives all glyphs of a character the same cluster, so no boundary splits a character.
struct LineCarets {
  private let line: TextLine
  /// The range of the shaped text in bytes, within the whole text: a wrapped line shows only a part.
  private let piece: Range<Int>

  /// The glyphs that draw one character.
  private struct Group {
    var bytes: Range<Int>
    /// The left edge of the glyphs, in logical pixels from the start of the line; `right` is the right edge.
    var left: Double
    var right: Double
  }

  init(_ line: TextLine, piece: Range<Int>) {
    (self.line, self.piece) = (line, piece)
  }

  /// Returns the boundary nearest to a position, as a byte offset.
  /// - Parameter x: The position in logical pixels from the start of the line.
  /// - Complexity: O(*n* log *n*) in the number of glyphs.
  func boundary(nearest x: Double) -> Int {
    let groups = groups
    guard let index = groups.firstIndex(where: { x < $0.right }) ?? groups.indices.last else { return piece.lowerBound }
    let group = groups[index]
    // The boundary before a character is at its right if the text runs from right to left.
    let isLeft = x < (group.left + group.right) / 2
    return isLeft != isRightToLeft(index, in: groups) ? group.bytes.lowerBound : group.bytes.upperBound
  }

  /// Whether the text around a character runs from right to left, as the characters beside it show.
  private func isRightToLeft(_ index: Int, in groups: [Group]) -> Bool {
    let bytes = groups[index].bytes
    if index > 0 {
      if groups[index - 1].bytes.lowerBound == bytes.upperBound { return true }
      if groups[index - 1].bytes.upperBound == bytes.lowerBound { return false }
    }
    if index + 1 < groups.count { return groups[index + 1].bytes.upperBound == bytes.lowerBound }
    return line.isRightToLeft
  }

  /// The characters from left to right. The ellipsis of a truncated line is a boundary.
  private var groups: [Group] {
    let glyphs = line.glyphs
    let starts = Array(Set(glyphs.map { Int($0.cluster) })).sorted()
    var ends: [Int: Int] = [:]
    for (start, next) in zip(starts, starts.dropFirst() + [max(piece.upperBound, starts.last ?? 0)]) {
      ends[start] = next
    }
    if line.isTruncated, let last = starts.last { ends[last] = last }
    var groups: [Group] = []
    for (index, glyph) in glyphs.enumerated() {
      let start = Int(glyph.cluster)
      let right = index + 1 < glyphs.count ? Double(glyphs[index + 1].x) / line.scale : line.width
      if let last = groups.last, last.bytes.lowerBound == start {
        groups[groups.count - 1].right = max(last.right, right)
      } else {
        let left = Double(glyph.x) / line.scale
        groups.append(Group(bytes: start..<(ends[start] ?? start), left: left, right: max(left, right)))
      }
    }
    return groups
  }
}

extension [TextLine] {
  /// Returns the range of the text that each wrapped line shows, in bytes.
  /// - Parameter count: The length of the text in bytes.
  func pieces(of count: Int) -> [Range<Int>] {
    let starts = map { line in line.glyphs.map { Int($0.cluster) }.min() }
    var (pieces, end) = ([Range<Int>](), count)
    for start in starts.reversed() {
      let start = Swift.min(start ?? end, end)
      pieces.append(start..<end)
      end = start
    }
    return pieces.reversed()
  }
}
