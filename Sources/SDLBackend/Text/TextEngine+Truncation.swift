import ScrollworkHostInterface

/// Truncation of text that needs HarfBuzz.
extension TextEngine {
  /// Typesets a text in ``paragraph``, truncated to the limit.
  /// - Returns: Whether text was omitted.
  /// - Complexity: O(*k*) in the number of shown characters if the end is truncated, otherwise O(*n*).
  func setParagraph(_ text: Substring, at offset: Int, font: ResolvedFont, limit: LineLimit?) -> Bool {
    guard let limit, limit.truncation != .none else {
      paragraph.begin(font)
      _ = paragraph.append(text, at: offset)
      paragraph.layOut()
      return false
    }
    let isAll = setEnough(of: text, at: offset, font: font, limit: limit)
    if isAll, limit.holds(paragraph.width), !limit.isCut { return false }
    let cells = paragraph.cells.map { CutCell(offset: Int($0.offset) - offset, advance: $0.advance) }
    let cut = Cut(text: text, offset: offset, cells: cells, isAll: isAll, font: font, limit: limit)
    setCut(cut)
    return true
  }

  /// Typesets the whole text or, if its end is to be truncated, only a prefix that exceeds the limit. Returns whether
  /// all of the text was typeset.
  private func setEnough(of text: Substring, at offset: Int, font: ResolvedFont, limit: LineLimit) -> Bool {
    var count = limit.truncation == .end ? 16 + Int(min(1e6, max(0, limit.width / (0.2 * font.size)))) : .max
    while true {
      paragraph.begin(font)
      let isAll = paragraph.append(text, at: offset, limit: count)
      paragraph.layOut()
      if isAll || !limit.holds(paragraph.width) { return isAll }
      count = count.multipliedReportingOverflow(by: 4).overflow ? .max : 4 * count
    }
  }

  /// A character's offset in the text, in bytes, and its width.
  private struct CutCell {
    var offset: Int
    var advance: Double
  }

  /// A text that is too wide, with the width of each character.
  private struct Cut {
    var text: Substring
    var offset: Int
    var cells: [CutCell]
    /// Whether `cells` has all characters of the text.
    var isAll: Bool
    var font: ResolvedFont
    var limit: LineLimit

    /// Returns the text before character `count`.
    func head(_ count: Int) -> Substring {
      count < cells.count ? text[..<index(of: count)] : isAll ? text : text.prefix(count)
    }

    /// Returns the text from character `first` on.
    func tail(_ first: Int) -> Substring {
      first < cells.count ? text[index(of: first)...] : text[text.endIndex...]
    }

    private func index(of cell: Int) -> Substring.Index {
      text.utf8.index(text.startIndex, offsetBy: cells[cell].offset)
    }
  }

  /// Chooses the parts to keep by the kind of truncation, and typesets them.
  private func setCut(_ cut: Cut) {
    let room = cut.limit.width - ellipsisWidth(cut.font)
    guard room >= -LineLimit.slack else { return setNothing(cut.font) }
    switch cut.limit.truncation {
    case .start:
      var first = cut.cells.count
      var left = room
      while first > 1, left >= cut.cells[first - 1].advance {
        first -= 1
        left -= cut.cells[first].advance
      }
      set(cut, from: max(1, first), kept: 0) { kept, first in first += 1 }
    case .middle where cut.cells.count > Self.middleTail + 1:
      let first = cut.cells.count - Self.middleTail
      let left = cut.cells[first...].reduce(room) { $0 - $1.advance }
      let kept = min(first - 1, count(of: cut.cells, in: left))
      if kept > 0 {
        set(cut, from: first, kept: kept) { kept, first in if kept > 0 { kept -= 1 } else { first += 1 } }
      } else {
        setEnd(cut, room)
      }
    default:
      setEnd(cut, room)
    }
  }

  /// Truncates the end of the text.
  private func setEnd(_ cut: Cut, _ room: Double) {
    set(cut, from: cut.cells.count, kept: count(of: cut.cells, in: room)) { kept, first in kept -= 1 }
  }

  /// Returns the number of leading characters that fit into `room`, in device pixels.
  private func count(of cells: [CutCell], in room: Double) -> Int {
    var left = room
    var count = 0
    while count < cells.count, left >= cells[count].advance {
      left -= cells[count].advance
      count += 1
    }
    return count
  }

  /// Typesets the parts around the ellipsis. Shrinks them until they fit, because new neighbours may change glyphs and
  /// widths.
  private func set(_ cut: Cut, from start: Int, kept count: Int, shrink: (inout Int, inout Int) -> Void) {
    var kept = count
    var first = start
    while kept >= 0, first <= cut.cells.count {
      let head = cut.head(kept)
      paragraph.begin(cut.font)
      _ = paragraph.append(head, at: cut.offset)
      paragraph.appendEllipsis(at: UInt32(truncatingIfNeeded: cut.offset + head.utf8.count))
      if first < cut.cells.count {
        _ = paragraph.append(cut.tail(first), at: cut.offset + cut.cells[first].offset)
      }
      paragraph.layOut()
      if cut.limit.holds(paragraph.width) { return }
      shrink(&kept, &first)
    }
    setNothing(cut.font)
  }

  /// Typesets an empty line, for a limit into which not even the ellipsis fits.
  private func setNothing(_ font: ResolvedFont) {
    paragraph.begin(font)
    paragraph.layOut()
  }

  /// Returns the width of the ellipsis, in device pixels.
  private func ellipsisWidth(_ font: ResolvedFont) -> Double {
    Double(font.face.ascii.advances[Int(ASCIITable.ellipsis)]) * font.unit + font.tracking
  }
}
