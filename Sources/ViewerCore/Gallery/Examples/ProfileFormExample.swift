import Scrollwork

/// A form. Rows appear below the row that opens them. The focused field keeps focus, caret and undo.
final class ProfileFormExample: Example {
  let list = CollectionView()
  private var name = ""
  private var note = ""
  private var city = 0
  private var isChoosingCity = false
  private var hasJob = false
  private var employer = ""
  private var role: Int?
  private static let cities = ["Bergen", "Porto", "Trieste", "Visby"]
  private static let roles = ["Photographer", "Printer", "Archivist", "Curator"]

  init() {
    list.selectionMode = .single
    refresh()
  }

  private func refresh() {
    list.render {
      Section(id: "person") {
        field("Name", name) { $0.name = $1 }
        field("Note", note) { $0.note = $1 }
      }
      .withHeader(
        Heading(name.isEmpty ? "Your profile" : "The profile of \(name)", "Every letter renders the form again"))
      Section(id: "place") {
        TextRow("City: \(Self.cities[city])", "Click to choose", symbol: isChoosingCity ? .minus : .plus)
          .identified(by: "city").didTap { [weak self] _ in self?.change { $0.isChoosingCity.toggle() } }
        if isChoosingCity {
          for (index, name) in Self.cities.enumerated() {
            // Without the check mark, the text starts where it does beside it.
            TextRow(name, symbol: .check, tint: index == city ? .accent : .fixed(.clear)).identified(by: name)
              .didTap { [weak self] _ in self?.choose(index) }
          }
        }
      }
      .withHeader(Heading("Place"))
      Section(id: "job") {
        FormRow("Has a job") {
          Toggle()
        } update: { [weak self, hasJob] toggle in
          toggle.isOn = hasJob
          toggle.accessibleName = "Has a job"
          toggle.onChange = { isOn in self?.change { $0.hasJob = isOn } }
        }
        .identified(by: "switch")
        if hasJob {
          field("Employer", employer) { $0.employer = $1 }
          FormRow("Role") {
            Picker()
          } update: { [weak self, role] picker in
            picker.options = Self.roles
            picker.placeholder = "Choose"
            picker.selectedIndex = role
            picker.onChange = { index in self?.change { $0.role = index } }
          }
          .identified(by: "role")
        }
      }
      .withHeader(Heading("Work"))
      .withAnimator(RowAnimator(.middle))
    }
  }

  /// Returns a row with a text field.
  private func field(
    _ title: String, _ text: String, set: @escaping @MainActor (ProfileFormExample, String) -> Void
  ) -> Cell {
    FormRow(title) {
      TextField()
    } update: { [weak self] field in
      field.text = text
      field.accessibleName = title
      field.onChange = { text in self?.change { set($0, text) } }
    }
    .identified(by: title)
  }

  private func choose(_ index: Int) {
    change {
      $0.city = index
      $0.isChoosingCity = false
    }
  }

  private func change(_ body: (ProfileFormExample) -> Void) {
    body(self)
    refresh()
  }
}
