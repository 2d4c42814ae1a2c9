import Scrollwork
import ScrollworkTesting

extension ViewHarness {
  /// The frame of the first element with a text.
  func bounds(of text: String) -> Rect? { semantics.first { $0.text == text }?.bounds }

  /// The frames of groups filled with a colour, such as backgrounds.
  func fills(of color: UInt32) -> [Rect] {
    frame.groups.filter { group in
      group.canvas.commands.contains { if case .fill(_, Color(hex: color)) = $0 { true } else { false } }
    }.map(\.frame)
  }
}
