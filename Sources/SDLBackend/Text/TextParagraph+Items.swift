import CHarfBuzz

/// Itemisation: splits a text into runs of one direction, face and script.
extension TextParagraph {
  /// Computes the bidirectional levels if the text has right-to-left characters.
  mutating func resolveLevels() {
    isRightToLeft = false
    guard hasRightToLeft else { return }
    levels.resolve(classes, brackets: bracketPairs())
    isRightToLeft = levels.base == 1
    for index in cells.indices { cells[index].level = levels.levels[index] }
  }

  /// Returns the pairs of matching brackets, sorted by their opening ones (UAX #9, BD16).
  private func bracketPairs() -> [Range<Int>] {
    var open: [(closing: UInt32, cell: Int)] = []
    var pairs: [Range<Int>] = []
    for index in cells.indices {
      let scalar = scalars[cells[index].first]
      if let closing = Self.closingBracket(of: scalar) {
        // UAX #9 keeps at most 63 open brackets.
        guard open.count < 63 else { break }
        open.append((closing, index))
      } else if let match = open.lastIndex(where: { $0.closing == scalar }) {
        pairs.append(open[match].cell..<index)
        open.removeSubrange(match...)
      }
    }
    return pairs.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Returns the bracket that closes `scalar`; `nil` if `scalar` is not an opening bracket.
  private static func closingBracket(of scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x28: 0x29
    case 0x5b: 0x5d
    case 0x7b: 0x7d
    case 0x2045, 0x207d, 0x208d, 0x3008, 0x300a, 0x300c, 0x300e, 0x3010, 0x3014, 0x3016, 0x3018, 0x301a: scalar + 1
    case 0xff08: 0xff09
    case 0xff3b, 0xff5b: scalar + 2
    default: nil
    }
  }

  // MARK: Faces

  /// Chooses for each cell a face that has all of its scalars: the font's own, or a fallback.
  mutating func resolveFaces() {
    for index in cells.indices {
      let range = scalarRange(of: index)
      cells[index].face = font.number
      if range.count == 1, scalars[range.lowerBound] < 0x80, font.face.coversASCII { continue }
      let isEmoji = range.count > 1 || scalars[range.lowerBound] >= 0x231a ? TextSign.isEmoji(scalars[range]) : false
      if cells[index].kind == .tab || (!isEmoji && isCovered(range, by: font.face)) { continue }
      if let face = fallback(for: range, isEmoji: isEmoji) {
        cells[index].face = fonts.number(ofFallback: face, in: font)
      } else {
        showReplacement(in: range)
      }
    }
  }

  /// Returns a fallback face for a cell; `nil` to keep the font's own face. An emoji that no colour font has is shown
  /// as text.
  private func fallback(for range: Range<Int>, isEmoji: Bool) -> FontFace? {
    if isEmoji, let face = fallback(forScalarsIn: range, isEmoji: true) { return face }
    if isEmoji, isCovered(range, by: font.face) { return nil }
    return fallback(forScalarsIn: range, isEmoji: false)
  }

  /// Returns a fallback face that has the whole cluster or, if there is none, the first scalar that `font` lacks; `nil`
  /// if there is neither.
  private func fallback(forScalarsIn range: Range<Int>, isEmoji: Bool) -> FontFace? {
    var first: FontFace?
    for scalar in scalars[range] where !TextSign.isInvisible(scalar) {
      // A scalar that the font itself has does not help to find the face for the others.
      guard isEmoji || !font.face.covers(scalar), let value = Unicode.Scalar(scalar),
        let face = fonts.fallbackFace(for: value, in: font, isEmoji: isEmoji)
      else { continue }
      if isEmoji || isCovered(range, by: face) { return face }
      if first == nil { first = face }
    }
    return first
  }

  /// Replaces the sign for a line separator by the replacement character, if no font has the sign.
  private mutating func showReplacement(in range: Range<Int>) {
    for index in range where scalars[index] == TextSign.returnSign && font.face.covers(TextSign.replacement) {
      scalars[index] = TextSign.replacement
    }
  }

  /// Whether a face has the scalars of a cluster, separately or composed.
  private func isCovered(_ range: Range<Int>, by face: FontFace) -> Bool {
    let first = scalars[range.lowerBound]
    if range.count == 1 {
      return face.covers(first) || isSpace(first) || TextSign.isInvisible(first)
    }
    var composed = first
    for scalar in scalars[range].dropFirst() where !TextSign.isInvisible(scalar) {
      var pair: UInt32 = 0
      if hb_unicode_compose(hb_unicode_funcs_get_default(), composed, scalar, &pair) != 0, face.covers(pair) {
        composed = pair
      } else if !face.covers(scalar) {
        return false
      }
    }
    return face.covers(composed) || TextSign.isInvisible(composed)
  }

  /// Whether the scalar is a space that HarfBuzz replaces by the common space if a font lacks it.
  private func isSpace(_ scalar: UInt32) -> Bool {
    scalar == 0xa0 || (0x2000...0x200a).contains(scalar) || scalar == 0x202f || scalar == 0x205f
  }

  // MARK: Scripts

  /// Chooses the script of each cell. A symbol or digit takes the script of the text before it; at the start of the
  /// paragraph, it takes the script of the text after it.
  mutating func resolveScripts() {
    var script = HB_SCRIPT_INVALID
    var undecided = 0
    for index in cells.indices {
      if let found = ownScript(of: scalars[cells[index].first]) {
        script = found
        while undecided < index {
          cells[undecided].script = script
          undecided += 1
        }
      }
      guard script != HB_SCRIPT_INVALID else { continue }
      cells[index].script = script
      undecided = index + 1
    }
    guard script == HB_SCRIPT_INVALID else { return }
    for index in cells.indices { cells[index].script = HB_SCRIPT_LATIN }
  }

  /// Returns the script of a scalar; `nil` if it belongs to several scripts.
  private func ownScript(of scalar: UInt32) -> hb_script_t? {
    if scalar < 0x80 { return (0x61...0x7a).contains(scalar | 0x20) ? HB_SCRIPT_LATIN : nil }
    let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar)
    return switch script {
    case HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN: nil
    default: script
    }
  }

  // MARK: Runs

  /// Combines neighbouring cells that are shaped together into runs.
  mutating func splitRuns() {
    runs.removeAll(keepingCapacity: true)
    var start = 0
    for index in cells.indices.dropFirst() where !belongTogether(cells[index - 1], cells[index]) {
      runs.append(Run(cells: start..<index, level: cells[start].level))
      start = index
    }
    if !cells.isEmpty { runs.append(Run(cells: start..<cells.count, level: cells[start].level)) }
  }

  /// Whether two neighbouring cells are shaped together.
  private func belongTogether(_ one: TextCell, _ next: TextCell) -> Bool {
    one.level == next.level && one.face == next.face && one.script == next.script && one.kind != .tab
      && next.kind != .tab
  }
}
