import ScrollworkHostInterface

/// Sets text of printable ASCII from a face's table; storage for one line at a time, used again and again.
final class ASCIIText {
  /// Number of characters that the line shows.
  private(set) var count = 0
  /// Where the last one ends, in font units.
  private(set) var end = 0
  /// Characters before the ellipsis, if there is one.
  private(set) var head = 0
  /// Where the text goes on behind the ellipsis.
  private(set) var tail = 0
  private(set) var isTruncated = false
  /// Where each character starts, in font units.
  private(set) var starts: UnsafeMutablePointer<Int>
  private(set) var codes: UnsafeMutablePointer<UInt8>
  private var capacity = 512

  init() {
    starts = .allocate(capacity: capacity)
    codes = .allocate(capacity: capacity)
  }

  deinit {
    starts.deallocate()
    codes.deallocate()
  }

  /// Sets a text, cut to the limit.
  /// - Returns: False if it has to go through HarfBuzz.
  /// - Complexity: O(*k*) in the characters shown where the end is cut, else O(*n*).
  func set(_ bytes: UnsafeBufferPointer<UInt8>, in font: ResolvedFont, limit: LineLimit?) -> Bool {
    let table = font.face.ascii
    guard table.isUsable else { return false }
    head = 0
    tail = 0
    isTruncated = false
    let truncation = limit?.truncation ?? .none
    let fit = Fit(
      limit: truncation == .none ? .infinity : ((limit?.width ?? 0) + LineLimit.slack) / font.unit,
      tracking: font.tracking / font.unit)
    let measured = measure(bytes, table, truncation == .end ? fit.limit : .infinity, fit.tracking)
    guard let measured else { return false }
    count = measured.count
    if let end = measured.end, fit.holds(end: end, count: count), limit?.isCut != true {
      self.end = end
      return true
    }
    isTruncated = true
    switch truncation {
    case .start: return cutStart(table, fit, measured)
    case .middle: return cutMiddle(table, fit, measured)
    case .none, .end: return cutEnd(table, fit)
    }
  }

  /// Adds up the first characters of a text until they are wider than a limit.
  /// - Returns: How many of ``starts`` were written, the last of them ending at ``end``; `nil` if the text has to go through
  ///   HarfBuzz.
  func measure(_ bytes: UnsafeBufferPointer<UInt8>, in font: ResolvedFont, upTo limit: LineLimit) -> Int? {
    let table = font.face.ascii
    guard table.isUsable else { return nil }
    let width = (limit.width + LineLimit.slack) / font.unit
    guard let measured = measure(bytes, table, width, font.tracking / font.unit) else { return nil }
    count = measured.count
    end = measured.end ?? (count > 0 ? starts[count - 1] + Int(table.advances[Int(codes[count - 1])]) : 0)
    return count
  }

  /// Writes the glyphs of the line.
  /// - Parameter offset: Where the text starts in the one that clusters are counted in.
  func write(to glyphs: inout [TextLine.Glyph], in font: ResolvedFont, offset: Int) {
    let table = font.face.ascii
    let (unit, tracking, face) = (font.unit, font.tracking, font.number)
    // Behind the ellipsis the text goes on elsewhere.
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

  /// The widest that a line may be, in font units.
  private struct Fit {
    var limit: Double
    var tracking: Double

    func holds(end: Int, count: Int) -> Bool { Double(end) + Double(count) * tracking <= limit }
  }

  /// Reads as much of the text as is needed to know that it is too wide.
  private func measure(
    _ bytes: UnsafeBufferPointer<UInt8>, _ table: ASCIITable, _ limit: Double, _ tracking: Double
  ) -> ASCIITable.Measure? {
    var wanted = limit == .infinity ? bytes.count : min(bytes.count, 256)
    var encoded = 0
    while true {
      // One more place, for the ellipsis.
      reserve(wanted + 1)
      guard encode(bytes, encoded..<wanted) else { return nil }
      encoded = wanted
      let isAll = encoded == bytes.count
      let count = isAll ? encoded : encoded - table.reach
      guard
        let measured = table.measure(
          UnsafeBufferPointer(start: codes, count: encoded), count: count, starts: starts, limit: limit,
          tracking: tracking)
      else { return nil }
      if isAll || measured.end == nil { return measured }
      wanted = min(bytes.count, 4 * wanted)
    }
  }

  private func encode(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    var worst: UInt8 = 0
    for index in range {
      let code = bytes[index] &- 0x20
      codes[index] = code
      worst = max(worst, code)
    }
    return worst < ASCIITable.ellipsis
  }

  private func reserve(_ count: Int) {
    guard count > capacity else { return }
    let grown = max(count, 2 * capacity)
    let newStarts = UnsafeMutablePointer<Int>.allocate(capacity: grown)
    let newCodes = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
    newCodes.update(from: codes, count: capacity)
    starts.deallocate()
    codes.deallocate()
    starts = newStarts
    codes = newCodes
    capacity = grown
  }

  private func cutEnd(_ table: ASCIITable, _ fit: Fit) -> Bool {
    let ellipsis = Int(table.advances[Int(ASCIITable.ellipsis)])
    var kept = count
    while kept >= 0 {
      var x = 0
      if kept > 0 {
        guard let last = table.advance(of: codes[kept - 1], before: ASCIITable.ellipsis) else { return false }
        x = starts[kept - 1] + last
      }
      if fit.holds(end: x + ellipsis, count: kept + 1) { break }
      kept -= 1
    }
    guard kept >= 0 else { return setNothing() }
    codes[kept] = ASCIITable.ellipsis
    head = kept
    tail = kept
    return measureAgain(kept + 1, table)
  }

  private func cutStart(_ table: ASCIITable, _ fit: Fit, _ measured: ASCIITable.Measure) -> Bool {
    guard let end = measured.end else { return false }
    let ellipsis = Int(table.advances[Int(ASCIITable.ellipsis)])
    guard fit.holds(end: ellipsis, count: 1) else { return setNothing() }
    let all = count
    var first = all
    while first > 0 {
      guard let x = table.advance(of: ASCIITable.ellipsis, before: codes[first - 1]) else { return false }
      guard fit.holds(end: x + end - starts[first - 1], count: all - first + 2) else { break }
      first -= 1
    }
    // The text is too wide, so at least one character goes.
    first = max(1, first)
    codes[0] = ASCIITable.ellipsis
    (codes + 1).update(from: codes + first, count: all - first)
    head = 0
    tail = first
    return measureAgain(all - first + 1, table)
  }

  private func cutMiddle(_ table: ASCIITable, _ fit: Fit, _ measured: ASCIITable.Measure) -> Bool {
    let all = count
    guard let end = measured.end, all > TextEngine.middleTail,
      let x = table.advance(of: ASCIITable.ellipsis, before: codes[all - TextEngine.middleTail])
    else { return cutEnd(table, fit) }
    let rest = x + end - starts[all - TextEngine.middleTail]
    var kept = 0
    while kept + TextEngine.middleTail < all - 1 {
      guard let last = table.advance(of: codes[kept], before: ASCIITable.ellipsis) else { return false }
      guard fit.holds(end: starts[kept] + last + rest, count: kept + 2 + TextEngine.middleTail) else { break }
      kept += 1
    }
    guard kept > 0 else { return cutEnd(table, fit) }
    tail = all - TextEngine.middleTail
    head = kept
    codes[kept] = ASCIITable.ellipsis
    (codes + kept + 1).update(from: codes + tail, count: all - tail)
    return measureAgain(kept + 1 + all - tail, table)
  }

  /// Adds the cut text up again: its neighbours are new.
  private func measureAgain(_ newCount: Int, _ table: ASCIITable) -> Bool {
    guard
      let measured = table.measure(
        UnsafeBufferPointer(start: codes, count: newCount), count: newCount, starts: starts, limit: .infinity,
        tracking: 0)
    else { return false }
    count = newCount
    end = measured.end ?? 0
    return true
  }

  private func setNothing() -> Bool {
    count = 0
    end = 0
    return true
  }
}
