import Scrollwork
import ScrollworkTesting
import Testing

/// The appearance of controls in their states.
@MainActor
struct ControlStateTests {
  enum Kind: CaseIterable {
    case button, toggle, checkBox, slider, picker, segments
  }

  private static func make(_ kind: Kind) -> Control {
    switch kind {
    case .button: Button("Save")
    case .toggle: Toggle("Sound", isOn: true)
    case .checkBox: Toggle("Sound", isOn: true, style: .checkBox)
    case .slider: Slider(value: 0.5)
    case .picker: Picker(["Small", "Large"])
    case .segments: SegmentedControl([.init("Small"), .init("Large")], selectedIndex: 1)
    }
  }

  @Test(arguments: Kind.allCases)
  func `a control at rest, hovered, pressed, focused and disabled looks different each time`(kind: Kind) {
    let control = Self.make(kind)
    let row = Stack(.horizontal, items: [.fixed(control, 160)])
    row.insets = Insets(horizontal: 20, vertical: 30)
    let harness = ViewHarness(content: row, size: Size(width: 240, height: 100))
    func look() -> String {
      harness.settle()
      return "\(harness.frame.groups.map(\.canvas.commands))"
    }
    // In the slider the knob, in the others the first of their parts.
    let point = kind == .slider ? control.frame.center : Point(x: control.frame.minX + 12, y: control.frame.midY)
    var looks = ["rest": look()]
    harness.move(to: point)
    looks["hovered"] = look()
    harness.press(at: point)
    looks["pressed"] = look()
    harness.move(to: Point(x: 230, y: 4))
    harness.release()
    harness.leave()
    if !harness.host.overlays.isEmpty { harness.key(.escape) }
    harness.host.focus(nil)
    harness.key(.tab)
    #expect(harness.host.focusedView === control)
    looks["focused"] = look()
    harness.host.focus(nil)
    control.isEnabled = false
    looks["disabled"] = look()
    for (name, look) in looks {
      let twins = looks.filter { $0.key != name && $0.value == look }.keys.sorted()
      #expect(twins.isEmpty, "\(name) looks like \(twins)")
    }
  }
}
