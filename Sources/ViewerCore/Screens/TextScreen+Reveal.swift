import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// Scrolling to a part of a line.
extension TextScreen {
  /// Scrolls until a part of a line is visible: horizontally, or inside a wrapped line that is higher than the window.
  func reveal(_ range: Range<Int>, inLine line: Int) {
    guard let environment = list.host?.environment, let snapshot, line < snapshot.count else { return }
    if wraps {
      let (text, message) = message(ofLine: line, in: snapshot)
      let shown = String(LogLine.text(message, of: text))
      return reveal(range.lowerBound - message.lowerBound, ofWrapped: shown, inLine: line, environment)
    }
    let room = display.sideways.viewport
    guard room > 0, let (width, match) = extent(of: range, inLine: line) else { return }
    display.sideways.show(width, in: room)
    let extent = match ?? 0..<0
    let offset = display.sideways.offset
    guard extent.lowerBound < offset || extent.upperBound > offset + room else { return }
    // Not farther than needed, so that shorter lines stay visible.
    let place = extent.upperBound <= room ? 0 : extent.upperBound + 8 * TextLineView.advance - room
    let start = min(place, max(0, extent.lowerBound - 8 * TextLineView.advance))
    sidewaysBar.go(to: start, animated: true, at: list.host?.now ?? .zero)
  }

  /// Returns the text of a line and the range of its message in it.
  private func message(ofLine line: Int, in snapshot: LineIndexSnapshot) -> (text: String, message: Range<Int>) {
    let text = snapshot.string(at: line)
    return (text, kind == .log ? parsed(text, line, in: snapshot).message : 0..<text.utf8.count)
  }

  /// Returns the width of a message that is not wrapped, and the horizontal extent of a part of its line in it, in
  /// logical pixels from the start of the message; no extent for a part outside of the message.
  func extent(of range: Range<Int>, inLine line: Int) -> (width: Double, match: Range<Double>?)? {
    guard let environment = list.host?.environment, let snapshot, line < snapshot.count else { return nil }
    let (text, message) = message(ofLine: line, in: snapshot)
    let shaped = environment.text.line(
      String(LogLine.text(message, of: text)), font: TextStyle.mono.font, scale: environment.scale)
    return (shaped.width, TextMarks([range], isCurrent: false).clamped(to: message).extents(in: shaped).first)
  }

  /// Scrolls until a byte of a wrapped message is visible, if the whole message is not.
  private func reveal(_ byte: Int, ofWrapped message: String, inLine line: Int, _ environment: Environment) {
    guard let extent = display.messageExtent, let row = shown?.row(of: line) else { return }
    let width = max(TextLineView.advance, extent.upperBound - extent.lowerBound)
    let lines = environment.text.lines(
      message, font: TextStyle.mono.font, width: width, limit: .max, scale: environment.scale)
    let (height, room) = (Double(lines.count) * density.line, list.bounds.height)
    guard height > room, room > 0 else { return }
    let pieces = lines.pieces(of: message.utf8.count)
    let top = Double(pieces.lastIndex { $0.lowerBound <= max(0, byte) } ?? 0) * density.line
    if let view = display.view(ofLine: line) {
      let place = list.convertFromRoot(view.convertToRoot(Rect(origin: .zero, size: .zero)).origin).y + top
      if place >= list.contentInsets.top, place + density.line <= room {
        return list.scroll(to: .offset(list.contentOffset.y), animated: false)
      }
    }
    guard let section = list.scrollPosition.places.first?.section else { return }
    let share = min(max(0, top - room / 3), height - room) / height
    let place = ScrollPosition.Place(
      section: section, item: "\(shown?.order == .backwards ? -1 - line : line)", path: [0, row], fraction: share)
    list.restore(ScrollPosition(places: [place], isAtEnd: false))
  }
}
