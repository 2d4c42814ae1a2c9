import Scrollwork

/// The controls of the library in cells, enabled and disabled. Values that the user entered survive scrolling.
final class ControlsExample: Example {
  let list = CollectionView()
  private var isEnabled = true
  private var isOn = true
  private var share = 0.4
  private var choice = 1
  private var text = ""
  private static let sizes = ["Small", "Medium", "Large"]

  init() {
    list.selectionMode = .none
    refresh()
  }

  private func refresh() {
    list.render {
      Section(id: "controls") {
        choices
        row("Text field", TextField(placeholder: "Type")) {
          $0.text = $1.text
        } change: { field, set in
          field.onChange = { text in set { $0.text = text } }
        }
        row("Button", Button("Half")) {
          $0.isEnabled = $1.isEnabled
        } change: { button, set in
          button.onActivate = { set { $0.share = 0.5 } }
        }
        FormRow("Progress") {
          ProgressBar(value: 0)
        } update: { [share] in
          $0.value = share
        }.identified(by: "progress")
      }
      .withHeader(
        Heading(
          "Controls", "By pointer and by key: Tab walks through them",
          actions: [
            .init(title: isEnabled ? "Disable" : "Enable") { [weak self] in self?.set { $0.isEnabled.toggle() } }
          ])
      )
      .withSectionLayout(.vertical().headerPinToVisibleBounds())
      .withHighlight(.none)
    }
  }

  /// The rows with choices.
  private var choices: [Cell] {
    [
      row("Switch", Toggle()) {
        $0.isOn = $1.isOn
      } change: { toggle, set in
        toggle.onChange = { isOn in set { $0.isOn = isOn } }
      },
      row("Check box", Toggle("As the switch", style: .checkBox)) {
        $0.isOn = $1.isOn
      } change: { toggle, set in
        toggle.onChange = { isOn in set { $0.isOn = isOn } }
      },
      row("Slider", Slider()) {
        $0.value = $1.share
      } change: { slider, set in
        slider.onChange = { share in set { $0.share = share } }
      },
      row("Segments", SegmentedControl(Self.sizes.map { .init($0) })) {
        $0.selectedIndex = $1.choice
      } change: { control, set in
        control.onChange = { choice in set { $0.choice = choice } }
      },
      row("Picker", Picker(Self.sizes)) {
        $0.selectedIndex = $1.choice
      } change: { picker, set in
        picker.onChange = { choice in set { $0.choice = choice } }
      },
    ]
  }

  /// Returns a row with a control that shows a part of the state, and changes it.
  private func row<Field: Control>(
    _ title: String, _ make: @autoclosure @escaping @MainActor () -> Field,
    show: @escaping @MainActor (Field, ControlsExample) -> Void,
    change: @escaping @MainActor (Field, @escaping @MainActor (@MainActor (ControlsExample) -> Void) -> Void) -> Void
  ) -> Cell {
    FormRow(title, make: make) { [weak self] field in
      guard let self else { return }
      field.isEnabled = isEnabled
      show(field, self)
      change(field) { [weak self] body in self?.set(body) }
    }
    .identified(by: title)
  }

  private func set(_ body: (ControlsExample) -> Void) {
    body(self)
    refresh()
  }

  func reload() { set { $0.isEnabled.toggle() } }
}
