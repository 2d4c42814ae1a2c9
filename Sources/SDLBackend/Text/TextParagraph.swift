import CHarfBuzz
import ScrollworkHostInterface

/// Sets any text as one line: makes it visible, splits it by direction, face and script, and has HarfBuzz shape the parts.
///
/// Storage for one line at a time, used again and again. A value, so that its loops need no checks for overlapping access.
struct TextParagraph {
  var cells: [TextCell] = []
  var scalars: [UInt32] = []
  /// The glyphs from left to right; clusters are offsets in the text.
  var glyphs: [TextLine.Glyph] = []
  /// Width in device pixels.
  var width = 0.0
  /// Extent above and below the baseline in logical pixels.
  var ascent = 0.0
  var descent = 0.0
  var isRightToLeft = false

  let fonts: FontSet
  var font: ResolvedFont
  /// The cell that each scalar belongs to.
  var cellsOfScalars: [Int32] = []
  var classes: [BidiClass] = []
  var hasRightToLeft = false
  var levels = BidiLevels()
  var runs: [Run] = []
  let buffer = ShapeBuffer()

  init(fonts: FontSet, font: ResolvedFont) {
    self.fonts = fonts
    self.font = font
  }

  // MARK: Filling

  /// Forgets the last text.
  mutating func begin(_ font: ResolvedFont) {
    self.font = font
    // One huge text must not hold its memory for good.
    let isModest = cells.capacity <= 16_384
    cells.removeAll(keepingCapacity: isModest)
    scalars.removeAll(keepingCapacity: isModest)
    cellsOfScalars.removeAll(keepingCapacity: isModest)
    classes.removeAll(keepingCapacity: isModest)
    glyphs.removeAll(keepingCapacity: isModest)
    hasRightToLeft = false
  }

  /// Adds up to `limit` characters of `text`, whose first byte lies at `offset` of the whole.
  /// - Returns: True if that was all of it.
  mutating func append(_ text: Substring, at offset: Int, limit: Int = .max) -> Bool {
    let isAll = text.utf8.withContiguousStorageIfAvailable { append($0, of: text, at: offset, limit: limit) }
    if let isAll { return isAll }
    var copy = String(text)
    copy.makeContiguousUTF8()
    return append(copy[...], at: offset, limit: limit)
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, of text: Substring, at offset: Int, limit: Int)
    -> Bool
  {
    var place = 0
    var left = limit
    while place < bytes.count {
      if left == 0 { return false }
      left -= 1
      let byte = bytes[place]
      // Between two ASCII characters lies a boundary, but for CR LF.
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

  mutating func appendEllipsis(at offset: UInt32) {
    append(kind: .ellipsis, at: offset)
    append(scalar: TextSign.ellipsis)
    classes.append(.neutral)
  }

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

  private mutating func append(kind: TextCell.Kind, at offset: UInt32) {
    cells.append(TextCell(offset: offset, first: scalars.count, kind: kind))
  }

  private mutating func appendVisible(_ scalar: UInt32) {
    if TextSign.hasCaret(scalar) { append(scalar: TextSign.caret) }
    append(scalar: TextSign.visible(scalar))
  }

  private mutating func append(scalar: UInt32) {
    scalars.append(scalar)
    cellsOfScalars.append(Int32(truncatingIfNeeded: cells.count - 1))
  }

  // MARK: Setting

  /// Finds glyphs and places for what was appended.
  /// - Complexity: O(*n*)
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

  private mutating func place(_ run: Run) {
    if cells[run.cells.lowerBound].kind == .tab { placeTab(run) } else { shape(run) }
  }

  /// Neighbouring cells that HarfBuzz shapes together.
  struct Run {
    var cells: Range<Int>
    var level: UInt8
  }

  /// The scalars of a cell.
  func scalarRange(of cell: Int) -> Range<Int> {
    cells[cell].first..<(cell + 1 < cells.count ? cells[cell + 1].first : scalars.count)
  }
}

/// A buffer of HarfBuzz's.
final class ShapeBuffer {
  let handle: OpaquePointer

  init() { handle = hb_buffer_create() }

  deinit { hb_buffer_destroy(handle) }
}
