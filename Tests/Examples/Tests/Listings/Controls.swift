import Scrollwork
import ScrollworkTesting
import Testing

// The code of the article on controls.

/// The settings of a reader: a column of controls.
final class SettingsForm: Stack {
  let name = TextField(placeholder: "Name")
  let theme = Picker(["Light", "Dark", "As the desktop"], selectedIndex: 2)
  let lineSpacing = SegmentedControl([.init("Narrow"), .init("Wide")])
  let size = Slider(value: 14, in: 8...32, step: 1)
  let sample = Label("14 points", color: .text2)
  let wraps = Toggle("Wrap lines", isOn: true)
  let progress = ProgressBar(value: 0)
  let save = Button("Save", symbol: .check, style: .fill)
  var onSave: (@MainActor (String) -> Void)?

  init() {
    super.init(.vertical, spacing: 12)
    insets = Insets(16)
    let sizes = Stack(.horizontal, spacing: 8, items: [.flexible(size), .fixed(sample, 80)])
    let buttons = Stack(.horizontal, spacing: 8, Spacer(), save)
    for view in [name, theme, lineSpacing, sizes, wraps, progress, buttons] { add(view) }

    save.isEnabled = false
    name.onChange = { [unowned self] text in
      name.isInvalid = text.isEmpty
      save.isEnabled = !text.isEmpty
    }
    name.onSubmit = { [unowned self] _ in save.activate() }
    size.onChange = { [unowned self] value in sample.text = "\(Int(value)) points" }
    wraps.onChange = { [unowned self] isOn in sample.isHidden = !isOn }
    save.onActivate = { [unowned self] in
      progress.value = 1
      onSave?(name.text)
    }
  }
}

/// A card with a title, and a badge in its upper corner.
final class Card: Shape {
  let title = Label(style: .heading)
  let badge = Label("new", style: .small, color: .accent)

  init() {
    super.init(fill: .raised, cornerRadius: 8, border: .edge, elevation: .card)
    padding = Insets(horizontal: 16, vertical: 12)
    title.lineLimit = 0
    let layers = ZStack(title)
    layers.add(badge, .end, .start)
    content = layers
  }
}

/// A title, and a field in its place while it is edited.
final class TitleEditor: ZStack {
  let label = Label()
  let field = TextField()
  var onCommit: (@MainActor (String) -> Void)?

  override init() {
    super.init()
    add(label)
    add(field)
    field.isHidden = true
    field.onSubmit = { [unowned self] _ in leaveField() }
    field.onEscape = { [unowned self] in
      field.text = label.text
      leaveField()
      return true
    }
    field.onFocusChange = { [unowned self] isFocused in if !isFocused { end() } }
  }

  func begin() {
    field.text = label.text
    (label.isHidden, field.isHidden) = (true, false)
    host?.focus(field)
    field.selectAll()
  }

  private func end() {
    (label.isHidden, field.isHidden) = (false, true)
    if field.text != label.text { onCommit?(field.text) }
  }

  /// Gives the focus back to the list, so that the arrow keys move among its items again.
  private func leaveField() {
    var view = parent
    while let next = view, !(next is CollectionView) { view = next.parent }
    host?.focus(view, visible: true)
  }
}

struct EditableRow: Component {
  let title: String
  let onCommit: @MainActor (String) -> Void

  func renderContent() -> TitleEditor { TitleEditor() }
  func render(in content: TitleEditor) {
    content.label.text = title
    content.onCommit = onCommit
  }
}

/// A list of chores whose titles the user can edit.
@MainActor
final class EditableScreen {
  let list = CollectionView()
  var chores: [Chore] = []

  func show() {
    list.apply(
      List {
        Section(id: "chores", data: chores) { chore in
          EditableRow(title: chore.title) { [weak self] in self?.rename(chore.id, to: $0) }
            .didActivate { ($0.content as? TitleEditor)?.begin() }
            .contextMenu { context in
              MenuAction("Rename", key: "F2") { (context.content as? TitleEditor)?.begin() }
            }
        }
        .withSectionLayout(.list(rowHeight: 36))
      })
  }

  private func rename(_ id: Int, to title: String) {
    guard let index = chores.firstIndex(where: { $0.id == id }) else { return }
    chores[index].title = title
    show()
  }
}

@MainActor
@Test func `the form of the article saves a name, and only then has progress`() {
  let form = SettingsForm()
  var saved: [String] = []
  form.onSave = { saved.append($0) }
  let harness = ViewHarness(content: form, size: Size(width: 320, height: 400))
  harness.settle()
  #expect(!form.save.isEnabled)
  harness.click(form.name)
  harness.type("Mia")
  harness.key(.enter)
  harness.settle()
  #expect(saved == ["Mia"] && form.progress.value == 1)

  harness.host.focus(form.size)
  harness.key(.right)
  harness.click(form.wraps)
  #expect(form.sample.text == "15 points" && form.sample.isHidden)
}

@MainActor
@Test func `a card of the article is as high as its title`() {
  let card = Card()
  let harness = ViewHarness(content: Stack(.vertical, card), size: Size(width: 320, height: 400))
  harness.settle()
  let height = card.frame.height
  card.title.text = "one\ntwo\nthree"
  harness.settle()
  #expect(card.frame.height > height)
  #expect(card.badge.frame.maxX == card.frame.width - 32)
}

@MainActor
@Suite struct EditingInPlace {
  let screen = EditableScreen()
  let harness: ViewHarness

  init() {
    harness = ViewHarness(content: screen.list, size: Size(width: 300, height: 200))
    screen.chores = [Chore(id: 1, title: "wash"), Chore(id: 2, title: "cook")]
    screen.show()
    harness.settle()
  }

  var titles: [String] { screen.chores.map(\.title) }

  private func begin(_ text: String) {
    harness.click(at: Point(x: 20, y: 18), count: 2)
    harness.settle()
    harness.type(text)
  }

  @Test func `Return keeps the text typed in a row of the article`() {
    begin("iron")
    #expect(titles == ["wash", "cook"])
    harness.key(.enter)
    harness.settle()
    #expect(titles == ["iron", "cook"] && screen.list.isFocused)
  }

  @Test func `a click elsewhere keeps the text typed in a row of the article`() {
    begin("iron")
    harness.click(at: Point(x: 20, y: 54))
    harness.settle()
    #expect(titles == ["iron", "cook"])
  }

  @Test func `Escape keeps the old title of a row of the article`() {
    begin("iron")
    harness.key(.escape)
    harness.settle()
    #expect(titles == ["wash", "cook"] && screen.list.isFocused)
    harness.key("F2")
    harness.settle()
    harness.type("iron")
    harness.key(.enter)
    #expect(titles == ["iron", "cook"])
  }
}
