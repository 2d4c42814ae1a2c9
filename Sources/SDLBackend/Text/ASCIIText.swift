import ScrollworkHostInterface

/// Typesets text of printable ASCII from the tables of a face. The object holds one line at a time.
final class ASCIIText {
  /// The number of characters in the line, including the ellipsis.
  private(set) var count = 0
  /// The end of the last character, in font units and without tracking.
  private(set) var end = 0
  /// The number of characters before the ellipsis, if text was omitted.
  private(set) var head = 0
  /// The index in the text of the first character after the ellipsis, if text was omitted.
  private(set) var tail = 0
  /// Whether text was omitted.
  private(set) var isTruncated = false
  /// The start of each character, in font units and without tracking.
  private(set) var starts: UnsafeMutablePointer<Int>
  /// The codes of the line's characters; see `ASCIITable`.
  private(set) var codes: UnsafeMutablePointer<UInt8>
  /// The number of elements allocated for `starts` and `codes`.
  private var capacity = 512

  init() {
    starts = .allocate(capacity: capacity)
    codes = .allocate(capacity: capacity)
  }

  deinit {
    starts.deallocate()
    codes.deallocate()
  }

  /// Typesets a text and truncates it to the limit.
  /// - Returns: `false` if the text needs HarfBuzz.
  /// - Complexity: O(*k*) in the number of shown characters if the end is truncated, otherwise O(*n*).
  func set(_ bytes: UnsafeBufferPointer<UInt8>, in font: ResolvedFont, limit: LineLimit?) -> Bool {
    let table = font.face.ascii
    guard table.isUsable else { return false }
    head = 0
    tail = 0
    isTruncated = false
    let truncation = limit?.truncation ?? .none
    let width = truncation == .none ? .infinity : ((limit?.width ?? 0) + LineLimit.slack) / font.unit
    let fit = ASCIITable.Limit(width: width, tracking: font.tracking / font.unit)
    let whole = ASCIITable.Limit(width: .infinity, tracking: fit.tracking)
    guard let measured = measure(bytes, table, truncation == .end ? fit : whole) else { return false }
    count = measured.count
    end = measured.end ?? starts[max(0, count - 1)]
    if measured.end != nil, fit.holds(end: end, count: count), limit?.isCut != true { return true }
    isTruncated = true
    return cut(bytes, table, truncation, fit)
  }

  /// Measures the first characters of a text until they exceed a limit.
  /// - Returns: The number of characters measured, whose starts are in ``starts``; the last character ends at ``end``.
  ///   `nil` if the text needs HarfBuzz.
  func measure(_ bytes: UnsafeBufferPointer<UInt8>, in font: ResolvedFont, upTo limit: LineLimit) -> Int? {
    let table = font.face.ascii
    guard table.isUsable else { return nil }
    let fit = ASCIITable.Limit(
      width: (limit.width + LineLimit.slack) / font.unit, tracking: font.tracking / font.unit)
    guard let measured = measure(bytes, table, fit) else { return nil }
    count = measured.count
    end = measured.end ?? (count > 0 ? starts[count - 1] + Int(table.advances[Int(codes[count - 1])]) : 0)
    return count
  }

  /// Writes the glyphs of the line.
  /// - Parameter offset: The offset of this text in the whole text, in bytes; it is added to the clusters of the
  ///   glyphs.
  func write(to glyphs: inout [TextLine.Glyph], in font: ResolvedFont, offset: Int) {
    let table = font.face.ascii
    let (unit, tracking, face) = (font.unit, font.tracking, font.number)
    // Clusters after the ellipsis refer to the tail of the text.
    let shift = isTruncated ? tail - head - 1 : 0
    let last = isTruncated ? head : count
    glyphs.withUnsafeMutableBufferPointer { glyphs in
      for index in 0..<min(count, glyphs.count) {
        let place = offset + (index > last ? index + shift : index)
        glyphs[index] = TextLine.Glyph(
          index: table.glyphs[Int(codes[index])], face: face, cluster: UInt32(truncatingIfNeeded: place),
          x: Float(Double(starts[index]) * unit + Double(index) * tracking), y: 0)
      }
    }
  }

  /// Measures ever longer prefixes, until one exceeds the limit or is the whole text.
  private func measure(
    _ bytes: UnsafeBufferPointer<UInt8>, _ table: ASCIITable, _ limit: ASCIITable.Limit
  ) -> ASCIITable.Measure? {
    var wanted = limit.width == .infinity ? bytes.count : min(bytes.count, 256)
    while true {
      reserve(wanted)
      guard encode(bytes, 0..<wanted, at: 0) else { return nil }
      let isAll = wanted == bytes.count
      let text = UnsafeBufferPointer(start: codes, count: wanted)
      guard let measured = table.measure(text, starts: starts, limit: limit) else { return nil }
      if isAll || measured.end == nil { return measured }
      wanted = min(bytes.count, 4 * wanted)
    }
  }

  /// Encodes bytes as codes; returns `false` if one is not printable ASCII.
  private func encode(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, at place: Int) -> Bool {
    var worst: UInt8 = 0
    let target = codes + (place - range.lowerBound)
    for index in range {
      let code = bytes[index] &- 0x20
      target[index] = code
      worst = max(worst, code)
    }
    return worst < ASCIITable.ellipsis
  }

  /// Allocates room for `count` characters, and discards the content. Shrinks buffers that are far too large.
  private func reserve(_ count: Int) {
    guard count > capacity || (capacity > 65_536 && count < 4096) else { return }
    capacity = max(count, 512)
    starts.deallocate()
    codes.deallocate()
    starts = .allocate(capacity: capacity)
    codes = .allocate(capacity: capacity)
  }

  // MARK: Cutting

  /// Truncates the text and typesets it with the ellipsis.
  private func cut(
    _ bytes: UnsafeBufferPointer<UInt8>, _ table: ASCIITable, _ truncation: Truncation, _ fit: ASCIITable.Limit
  ) -> Bool {
    // As in text through HarfBuzz, the widths in the whole text decide which parts stay, and then the parts are set
    // anew.
    let ellipsis = Double(table.advances[Int(ASCIITable.ellipsis)]) + fit.tracking
    let room = fit.width - ellipsis
    let all = count
    switch truncation {
    case .start:
      var first = all
      while first > 1, width(from: first - 1, to: all, fit) <= room { first -= 1 }
      return compose(bytes, table, fit, kept: 0, first: max(1, first)) { _, first in first += 1 }
    case .middle where all > TextEngine.middleTail + 1:
      let first = all - TextEngine.middleTail
      let left = room - width(from: first, to: all, fit)
      let kept = min(first - 1, fitting(in: left, fit))
      guard kept > 0 else { fallthrough }
      return compose(bytes, table, fit, kept: kept, first: first) { kept, first in
        if kept > 0 { kept -= 1 } else { first += 1 }
      }
    default:
      return compose(bytes, table, fit, kept: fitting(in: room, fit), first: bytes.count) { kept, _ in kept -= 1 }
    }
  }

  /// Returns the width of a range of characters with tracking, in font units.
  private func width(from first: Int, to last: Int, _ fit: ASCIITable.Limit) -> Double {
    Double((last < count ? starts[last] : end) - starts[first]) + Double(last - first) * fit.tracking
  }

  /// Returns the number of leading characters that fit into `room`, in font units.
  /// - Complexity: O(*n*) in the number of characters.
  private func fitting(in room: Double, _ fit: ASCIITable.Limit) -> Int {
    var kept = count
    while kept > 0, width(from: 0, to: kept, fit) > room { kept -= 1 }
    return kept
  }

  /// Typesets the parts around the ellipsis. Shrinks them until they fit, because new kerning pairs may make the first
  /// attempt too wide. If not even the ellipsis fits, the line is empty.
  /// - Returns: `false` if the text needs HarfBuzz.
  private func compose(
    _ bytes: UnsafeBufferPointer<UInt8>, _ table: ASCIITable, _ fit: ASCIITable.Limit, kept start: Int,
    first behind: Int, shrink: (inout Int, inout Int) -> Void
  ) -> Bool {
    var kept = start
    var first = behind
    while kept >= 0, first <= bytes.count {
      let total = kept + 1 + bytes.count - first
      reserve(total)
      _ = encode(bytes, 0..<kept, at: 0)
      codes[kept] = ASCIITable.ellipsis
      _ = encode(bytes, first..<bytes.count, at: kept + 1)
      let text = UnsafeBufferPointer(start: codes, count: total)
      guard let measured = table.measure(text, starts: starts, limit: ASCIITable.Limit()) else {
        return false
      }
      count = total
      end = measured.end ?? 0
      head = kept
      tail = first
      if fit.holds(end: end, count: count) { return true }
      shrink(&kept, &first)
    }
    count = 0
    end = 0
    return true
  }
}

extension ASCIITable.Limit {
  /// Whether a line of `count` characters fits, if it ends at `end` without tracking.
  func holds(end: Int, count: Int) -> Bool { Double(end) + Double(count) * tracking <= width }
}
