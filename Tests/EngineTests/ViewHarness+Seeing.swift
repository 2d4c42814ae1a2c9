import Scrollwork
import ScrollworkTesting

extension ViewHarness {
  /// Returns the frame of the first element with a text.
  func bounds(of text: String) -> Rect? { semantics.first { $0.text == text }?.bounds }

  /// Returns the frames of draw groups filled with a colour, such as backgrounds.
  func fills(of color: UInt32) -> [Rect] {
    frame.groups.filter { group in
      group.canvas.commands.contains { if case .fill(_, Color(hex: color)) = $0 { true } else { false } }
    }.map(\.frame)
  }
}
