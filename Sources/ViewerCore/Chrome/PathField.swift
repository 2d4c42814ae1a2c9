import Dispatch
import Scrollwork
import ScrollworkPlatform

/// A field over the crumbs in which the user types a path. A popup below lists the names that complete it.
final class PathField: View {
  private static let control = 32.0
  private static let rowHeight = 32.0
  private static let padding = 4.0
  private static let rowsShown = 8
  private static let radius = 10.0
  /// The largest width of the popup, in logical pixels.
  private static let widestPlate = 640.0

  let field = TextField(placeholder: "Path of a file or folder", symbol: .folder)
  private let list = CollectionView()
  private let message = Label(style: .small, color: .text2)

  /// Opens an absolute path. Returns the reason why it cannot be opened; `nil` if it is open.
  var onOpen: ((String) -> String?)?
  var onClose: (() -> Void)?
  /// The folder at which relative paths begin.
  private var base = "/"
  private var completion = PathCompletion("", base: "/")
  private var candidates: [PathCompletion.Candidate] = []
  private var highlighted: Int?
  /// Whether the names of the newest text are still being read.
  private(set) var isBusy = false
  /// Whether the field is part of a dialog. Then Tab and Down move the focus out of it if there is nothing to complete.
  var isOnPlate = false
  /// Whether Tab was pressed before the names were known.
  private var awaitsCompletion = false

  override init() {
    super.init()
    field.accessibleName = "Path"
    field.onChange = { [weak self] _ in self?.textDidChange() }
    field.onSubmit = { [weak self] _ in self?.submit() }
    field.onEscape = { [weak self] in
      self?.onClose?()
      return true
    }
    field.onFocusChange = { [weak self] isFocused in
      // A press in the list takes the focus for a moment.
      if !isFocused, let self, !(host?.focusedView?.isInside(self) ?? false) { onClose?() }
    }
    list.selectionMode = .single
    for view in [field, list, message] { addChild(view) }
    isHidden = true
  }

  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String { "Open" }

  /// Starts to edit a path, and lists the names that complete it.
  func open(at text: String, base: String) {
    self.base = base
    field.text = text
    // Typing replaces the path, and an arrow key keeps it.
    field.selectAll()
    textDidChange()
  }

  /// Shows a path without the names that complete it.
  func show(_ text: String, base: String) {
    self.base = base
    field.text = text
    field.isInvalid = false
    completion = PathCompletion(text, base: base)
    (candidates, highlighted, isBusy, awaitsCompletion) = ([], nil, false, false)
    message.text = ""
    refresh()
  }

  /// The absolute path that is typed.
  var typedPath: String { PathCompletion.absolute(field.text, base: base) }

  // MARK: Names

  private func textDidChange() {
    field.isInvalid = false
    awaitsCompletion = false
    completion = PathCompletion(field.text, base: base)
    isBusy = true
    let asked = completion
    let delivery = Delivery<Result<[PathCompletion.Candidate], FileError>> { [weak self] result in
      // A refused path has its reason below the field.
      if let self, asked == completion, !field.isInvalid { show(result) }
    }
    DispatchQueue.global(qos: .userInitiated).async {
      do throws(FileError) { delivery.send(.success(try asked.candidates())) } catch { delivery.send(.failure(error)) }
    }
  }

  private func show(_ result: Result<[PathCompletion.Candidate], FileError>) {
    isBusy = false
    highlighted = nil
    switch result {
    case .success(let found):
      candidates = found
      message.text = found.isEmpty ? "No name begins with this" : ""
      message.color = .text2
    case .failure(let error):
      candidates = []
      message.text = Words.sentence("\(error)")
      message.color = .error
    }
    refresh()
    if awaitsCompletion { complete() }
  }

  private func refresh() {
    list.apply(
      List {
        Section(id: "names", data: candidates) { [weak self] candidate in
          CandidateRow(candidate: candidate).didTap { _ in self?.take(candidate) }
        }
        .withSectionLayout(.list(rowHeight: Self.rowHeight))
        .withHighlight(.row)
      }, updateStrategy: .reloadData)
    list.deselectAll()
    list.scroll(to: .offset(0), animated: false)
    setNeedsLayout()
    setNeedsDisplay()
  }

  // MARK: Choosing

  /// Completes the path with a candidate, and opens it if it is a file.
  private func take(_ candidate: PathCompletion.Candidate) {
    field.text = completion.text(with: candidate)
    if candidate.isFolder {
      host?.focus(field)
      textDidChange()
    } else {
      submit()
    }
  }

  /// Opens the highlighted name, or else what is typed.
  private func submit() {
    if let highlighted, candidates.indices.contains(highlighted) {
      field.text = completion.text(with: candidates[highlighted])
    }
    guard !field.text.isEmpty else { return }
    guard let reason = onOpen?(typedPath) else { return }
    field.isInvalid = true
    (candidates, highlighted, isBusy) = ([], nil, false)
    (message.text, message.color) = (reason, .error)
    refresh()
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isSubset(of: .shift) else { return super.keyDown(event) }
    if isOnPlate, candidates.isEmpty, !isBusy, event.key != .escape { return super.keyDown(event) }
    switch event.key {
    case .down: move(by: 1)
    case .up: move(by: -1)
    case .pageDown: move(by: Self.rowsShown - 1)
    case .pageUp: move(by: 1 - Self.rowsShown)
    case .tab where event.modifiers.isEmpty: complete()
    case .tab: move(by: -1)
    case .escape: onClose?()
    default: return super.keyDown(event)
    }
    return true
  }

  /// Completes the text with the highlighted name, or with the common beginning of all names. If that adds nothing,
  /// highlights the next name.
  private func complete() {
    awaitsCompletion = isBusy
    guard !isBusy else { return }
    if let highlighted, candidates.indices.contains(highlighted) {
      field.text = completion.text(with: candidates[highlighted])
      textDidChange()
    } else if let text = completion.text(withCommonPartOf: candidates) {
      field.text = text
      textDidChange()
    } else {
      move(by: 1)
    }
  }

  private func move(by steps: Int) {
    guard !candidates.isEmpty else { return }
    let first = steps > 0 ? 0 : candidates.count - 1
    let next = highlighted.map { min(max(0, $0 + steps), candidates.count - 1) } ?? first
    highlighted = next
    let path = ElementPath(section: 0, item: next)
    list.select(path)
    list.scroll(to: .item(path), animated: false)
  }

  // MARK: Looks

  /// The height of the popup below the field, in logical pixels.
  private var plateHeight: Double {
    if candidates.isEmpty { return message.text.isEmpty ? 0 : Self.rowHeight + 2 * Self.padding }
    return Double(min(candidates.count, Self.rowsShown)) * Self.rowHeight + 2 * Self.padding
  }

  private var plate: Rect {
    let room = max(0, bounds.height - Self.control - 4 - 8)
    return Rect(
      x: 0, y: Self.control + 4, width: min(bounds.width, Self.widestPlate), height: min(plateHeight, room))
  }

  /// The view has a draw group of its own, so that it is drawn above the list of the window.
  override var isComposited: Bool { true }
  override var drawingOutsets: Insets { Insets(48) }

  /// Returns a view only inside the field and the popup.
  override func hitTest(_ point: Point) -> View? {
    let local = point - frame.origin
    guard !isHidden, field.frame.contains(local) || plate.contains(local) else { return nil }
    return super.hitTest(point)
  }

  override func layout(environment: Environment) {
    field.frame = Rect(x: 0, y: 0, width: bounds.width, height: Self.control)
    list.isHidden = candidates.isEmpty
    message.isHidden = !candidates.isEmpty
    list.frame = plate.inset(by: Insets(horizontal: 0, vertical: Self.padding))
    message.frame = plate.inset(by: Insets(horizontal: 16, vertical: Self.padding))
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    // The crumbs and buttons below the field are covered.
    if !isOnPlate {
      canvas.fill(Rect(x: -8, y: -4, width: bounds.width + 8, height: Self.control + 8), environment.color(.window))
    }
    guard plate.height > 0 else { return }
    for shadow in environment.theme.floatingShadows { canvas.shadow(plate, radius: Self.radius, shadow) }
    canvas.roundedRect(plate, radius: Self.radius, environment.color(.raised))
    canvas.border(plate, radius: Self.radius, width: 1, environment.color(.edge))
  }
}

/// A row with a name that completes a path.
struct CandidateRow: Component, Equatable {
  var candidate: PathCompletion.Candidate

  func renderContent() -> CandidateRowView { CandidateRowView() }
  func render(in content: CandidateRowView) { content.show(candidate) }
}

final class CandidateRowView: View {
  private let symbol = SymbolView(side: 16)
  private let name = Label()

  override init() {
    super.init()
    name.truncation = .middle
    addChild(symbol)
    addChild(name)
  }

  func show(_ candidate: PathCompletion.Candidate) {
    symbol.symbol =
      candidate.isFolder
      ? .folder : EntryKind(name: candidate.name, kind: .regular).symbol(named: candidate.name)
    symbol.color = candidate.isFolder ? .accent : .text2
    name.text = PathBytes.display(candidate.name)
  }

  override func layout(environment: Environment) {
    symbol.frame = Rect(x: 16, y: bounds.midY - 8, width: 16, height: 16)
    name.frame = Rect(minX: 42, minY: 0, maxX: bounds.width - 16, maxY: bounds.height)
  }
}
