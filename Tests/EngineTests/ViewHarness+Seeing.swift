import Scrollwork
import ScrollworkTesting

extension ViewHarness {
  /// Where the first thing is that says so.
  func bounds(of text: String) -> Rect? { semantics.first { $0.text == text }?.bounds }

  /// Where groups are that are filled with a colour, as backgrounds are.
  func fills(of color: UInt32) -> [Rect] {
    frame.groups.filter { group in
      group.canvas.commands.contains { if case .fill(_, Color(hex: color)) = $0 { true } else { false } }
    }.map(\.frame)
  }
}
