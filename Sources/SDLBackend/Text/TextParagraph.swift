import CHarfBuzz
import ScrollworkHostInterface

/// Typesets any text as one line: replaces invisible characters, splits the text into runs by direction, face and
/// script, and shapes the runs with HarfBuzz.
/// It holds one line at a time. It is a value, so that its loops need no checks for exclusive access.
struct TextParagraph {
  /// The grapheme clusters in logical order.
  var cells: [TextCell] = []
  /// The scalars of all cells, with invisible ones replaced.
  var scalars: [UInt32] = []
  /// The glyphs from left to right. Their clusters are byte offsets in the text.
  var glyphs: [TextLine.Glyph] = []
  /// The width in device pixels.
  var width = 0.0
  /// The extents above and below the baseline, in logical pixels.
  var ascent = 0.0
  var descent = 0.0
  /// Whether the first strong character reads from right to left.
  var isRightToLeft = false

  let fonts: FontSet
  var font: ResolvedFont
  /// For each scalar, the index of its cell.
  var cellsOfScalars: [Int32] = []
  /// The bidirectional class of each cell.
  var classes: [BidiClass] = []
  /// Whether a character reads from right to left, so that the bidirectional algorithm is needed.
  var hasRightToLeft = false
  var levels = BidiLevels()
  /// The runs in logical order.
  var runs: [Run] = []
  let buffer = ShapeBuffer()

  init(fonts: FontSet, font: ResolvedFont) {
    self.fonts = fonts
    self.font = font
  }

  // MARK: Filling

  /// Starts an empty line.
  mutating func begin(_ font: ResolvedFont) {
    self.font = font
    // The memory of a huge text is freed.
    let isModest = cells.capacity <= 16_384
    cells.removeAll(keepingCapacity: isModest)
    scalars.removeAll(keepingCapacity: isModest)
    cellsOfScalars.removeAll(keepingCapacity: isModest)
    classes.removeAll(keepingCapacity: isModest)
    glyphs.removeAll(keepingCapacity: isModest)
    hasRightToLeft = false
  }

  /// Appends the first `limit` characters of `text`, or all if it has fewer.
  /// - Parameter offset: The offset of `text` in the whole text, in bytes; it is added to the clusters of the glyphs.
  /// - Returns: Whether all characters were appended.
  mutating func append(_ text: Substring, at offset: Int, limit: Int = .max) -> Bool {
    let isAll = text.utf8.withContiguousStorageIfAvailable { append($0, of: text, at: offset, limit: limit) }
    if let isAll { return isAll }
    var copy = String(text)
    copy.makeContiguousUTF8()
    return append(copy[...], at: offset, limit: limit)
  }

  /// Appends characters from contiguous bytes.
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, of text: Substring, at offset: Int, limit: Int)
    -> Bool
  {
    var place = 0
    var left = limit
    while place < bytes.count {
      if left == 0 { return false }
      left -= 1
      let byte = bytes[place]
      // Two ASCII characters are separate grapheme clusters, except for CR LF.
      if byte < 0x80, byte != 0x0d, place + 1 == bytes.count || bytes[place + 1] < 0x80 {
        append(kind: byte == 0x09 ? .tab : .text, at: UInt32(truncatingIfNeeded: offset + place))
        appendVisible(UInt32(byte))
        classes.append(BidiClass(Unicode.Scalar(byte)))
        place += 1
      } else {
        let character = text[text.utf8.index(text.startIndex, offsetBy: place)]
        append(character, at: UInt32(truncatingIfNeeded: offset + place))
        place += character.utf8.count
      }
    }
    return true
  }

  /// Appends the ellipsis. `offset` is the byte offset of the omitted text.
  mutating func appendEllipsis(at offset: UInt32) {
    append(kind: .ellipsis, at: offset)
    append(scalar: TextSign.ellipsis)
    classes.append(.neutral)
  }

  /// Appends a grapheme cluster.
  private mutating func append(_ character: Character, at offset: UInt32) {
    append(kind: character == "\t" ? .tab : .text, at: offset)
    var isFirst = true
    for scalar in character.unicodeScalars {
      appendVisible(scalar.value)
      guard isFirst else { continue }
      isFirst = false
      let kind = BidiClass(scalar)
      classes.append(kind)
      switch kind {
      case .rightToLeft, .arabicLetter, .arabicNumber: hasRightToLeft = true
      default: break
      }
    }
  }

  /// Starts a cell, to which the following scalars belong.
  private mutating func append(kind: TextCell.Kind, at offset: UInt32) {
    cells.append(TextCell(offset: offset, first: scalars.count, kind: kind))
  }

  /// Appends the visible form of a scalar, which may be two scalars.
  private mutating func appendVisible(_ scalar: UInt32) {
    if TextSign.hasCaret(scalar) { append(scalar: TextSign.caret) }
    append(scalar: TextSign.visible(scalar))
  }

  /// Appends a scalar to the current cell.
  private mutating func append(scalar: UInt32) {
    scalars.append(scalar)
    cellsOfScalars.append(Int32(truncatingIfNeeded: cells.count - 1))
  }

  // MARK: Setting

  /// Shapes the appended text and places its glyphs.
  /// - Complexity: O(*n*) in the length of the text.
  mutating func layOut() {
    glyphs.removeAll(keepingCapacity: true)
    width = 0
    ascent = font.ascent
    descent = font.descent
    resolveLevels()
    resolveFaces()
    resolveScripts()
    splitRuns()
    if hasRightToLeft {
      for index in BidiLevels.visualOrder(of: runs.map(\.level)) { place(runs[index]) }
    } else {
      for run in runs { place(run) }
    }
  }

  /// Places a run at the end of the line.
  private mutating func place(_ run: Run) {
    if cells[run.cells.lowerBound].kind == .tab { placeTab(run) } else { shape(run) }
  }

  /// Neighbouring cells that HarfBuzz shapes together.
  struct Run {
    var cells: Range<Int>
    var level: UInt8
  }

  /// Returns the range of a cell's scalars.
  func scalarRange(of cell: Int) -> Range<Int> {
    cells[cell].first..<(cell + 1 < cells.count ? cells[cell + 1].first : scalars.count)
  }
}

/// A HarfBuzz buffer, destroyed together with this object.
final class ShapeBuffer {
  let handle: OpaquePointer

  init() { handle = hb_buffer_create() }

  deinit { hb_buffer_destroy(handle) }
}
