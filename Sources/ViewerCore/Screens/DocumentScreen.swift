import Dispatch
import Scrollwork
import ScrollworkPlatform

/// The screen of a JSON document: its values as a tree. Children are read when their parent is expanded.
final class DocumentScreen: ViewerScreen {
  typealias Node = JSONDocument.Node

  let title: String
  let path: String
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onCopyPath: ((String) -> Void)?

  private let holder = ScreenView()
  private var document: JSONDocument?
  private var outline: OutlineController<Node>?
  private var error: FileError?
  private var fault: JSONError?
  private var rootKind = JSONToken.Kind.objectStart
  private var rootCount = 0
  private var watcher: FileWatcher?
  /// The number of the newest reading of the file. Older ones are abandoned.
  private var reading = 0
  private var isReading = false

  /// The size of containers whose children are read at once, in bytes; those of larger ones are read in the background.
  private static let promptSize = 1 << 18

  /// Shows a file.
  /// - Throws: The reason why the file cannot be read.
  init(path: String) throws(FileError) {
    self.path = path
    title = PathBytes.display(FilePath.lastComponent(of: path))
    holder.content = list
    list.anchorPolicy = .item
    list.onSelectionChange = { [weak self] _ in self?.onChange?() }
    let changes = Delivery<FileChange> { [weak self] _ in self?.reload() }
    // On a file system without notifications the file is shown as it is now.
    watcher = try? FileWatcher(path: path) { changes.send($0) }
    read(try RandomAccessFile(path: path))
  }

  /// What a reading of the file found.
  private struct Content: Sendable {
    var number: Int
    var document: JSONDocument?
    var children = JSONDocument.Children()
    var fault: JSONError?
    var error: FileError?
  }

  private func read(_ file: RandomAccessFile) {
    reading += 1
    isReading = true
    let number = reading
    let delivery = Delivery<Content> { [weak self] in self?.show($0) }
    DispatchQueue.global(qos: .userInitiated).async {
      var content = Content(number: number)
      do throws(FileError) {
        let document = try JSONDocument(file)
        content.document = document
        content.children = document.children(of: document.root)
        content.fault = content.children.fault.map { document.error($0) }
      } catch {
        content.error = error
      }
      delivery.send(content)
    }
  }

  private func show(_ content: Content) {
    guard content.number == reading else { return }
    isReading = false
    error = content.error
    if let document = content.document {
      // The offsets of a rewritten file are those of other values, so that nothing stays expanded.
      self.document = document
      fault = content.fault
      (rootKind, rootCount) = (document.root.kind, content.children.nodes.count)
      let controller = OutlineController(
        Outline(content.children.nodes) { $0.isContainer && $0.childCount > 0 ? .unloaded : .leaf },
        load: { [document] node in await Self.children(of: node, in: document) })
      controller.onChange = { [weak self] in self?.refresh() }
      outline = controller
    }
    refresh()
  }

  private static func children(of node: Node, in document: JSONDocument) async -> [Node] {
    guard node.range.count > promptSize else { return document.children(of: node).nodes }
    return await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: document.children(of: node).nodes)
      }
    }
  }

  private func refresh() {
    defer { onChange?() }
    holder.show(notice)
    holder.showBar(
      fault.map {
        Notice(
          symbol: .warning, title: "The values after these cannot be read", detail: Words.sentence($0.description),
          isFailure: true)
      })
    guard let outline, let document else { return }
    list.apply(
      List {
        Section(id: "values \(reading)", outline: outline) { node in Self.row(node, document) }
      }
      .typeAhead { path, _ in document.name(of: outline.outline.rows[path.item]) })
  }

  /// The text in place of an empty tree; `nil` if there are values.
  private var notice: Notice? {
    if let error, document == nil {
      return Notice(
        symbol: .warning, title: "Cannot read this file", detail: Words.sentence("\(error)"), isFailure: true)
    }
    guard document != nil, rootCount == 0, fault == nil else { return nil }
    return Notice(symbol: .fileCode, title: rootKind == .arrayStart ? "Empty array" : "Empty object", detail: "")
  }

  private static func row(_ node: Node, _ document: JSONDocument) -> JSONNodeRow {
    var isIndex = false
    if case .index = node.name { isIndex = true }
    return JSONNodeRow(
      name: document.name(of: node), isIndex: isIndex, value: text(of: node, document), color: node.kind.color)
  }

  /// The text of a value on one line. That of a container is the number of its children and its beginning.
  private static func text(of node: Node, _ document: JSONDocument) -> String {
    switch node.kind {
    case .objectStart, .arrayStart:
      let count = Formats.count(node.childCount)
      return node.kind == .objectStart
        ? "{ \(count) \(Words.count("key", node.childCount)) }" : "[ \(count) \(Words.count("item", node.childCount)) ]"
    case .string: return "\"" + document.value(of: node).shortened + "\""
    default: return document.value(of: node).shortened
    }
  }

  var view: View { holder }
  var crumbs: [CrumbBar.Crumb] { CrumbBar.Crumb.parts(of: path) }
  let filterPrompt: String? = nil
  var failure: String? { error.map { "\($0)" } }
  var isBusy: Bool { isReading || outline?.isLoading == true }

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    if !texts.isEmpty { throw ExpressionError("A JSON document cannot be filtered") }
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    if !keys.isEmpty { throw ExpressionError("A JSON document cannot be sorted") }
  }

  func reload() {
    do throws(FileError) {
      read(try RandomAccessFile(path: path))
    } catch {
      self.error = error
      refresh()
    }
  }

  func stop() {
    reading += 1
    isReading = false
    watcher?.cancel()
  }
}

/// The status line, the side panel and the clipboard.
extension DocumentScreen {
  var status: Status {
    var status = Status()
    guard let document else { return status }
    let noun = Words.count(rootKind == .arrayStart ? "item" : "key", rootCount)
    status.items.append(.init(strong: Formats.count(rootCount), text: noun))
    if let node = selectedNode { status.items.append(.init(text: jsonPath(of: node, limit: 200))) }
    if isReading { status.items.append(.init(text: "Reading")) }
    status.trailing = [document.encoding.rawValue, "JSON"]
    guard error == nil else { return status }
    status.isLive = watcher != nil
    status.trailing.append(watcher != nil ? "Live" : "Not watched")
    return status
  }

  /// The selected value, if it is the only one.
  private var selectedNode: Node? {
    guard list.selectedCount == 1, let outline, let row = list.selectedRanges(inSection: 0).first?.lowerBound,
      row < outline.outline.rows.count
    else { return nil }
    return outline.outline.rows[row]
  }

  /// Returns the path to a value by the rules of JSONPath, such as `$.rows[3]['a name']`.
  /// - Parameter limit: The number of characters from which the middle of the path is left out.
  private func jsonPath(of node: Node, limit: Int = .max) -> String {
    guard let document, let outline else { return "" }
    var steps = [document.step(to: node)]
    var current = node
    while let parent = outline.outline.parent(of: current.id) {
      steps.append(document.step(to: parent))
      current = parent
    }
    let path = "$" + steps.reversed().joined()
    guard path.count > limit else { return path }
    return path.prefix(limit / 2) + "…" + path.suffix(limit / 2)
  }

  /// The selected value in full, as far as the side panel has room; details of the file if none is selected.
  var inspection: Inspection? {
    guard let document else { return nil }
    guard let node = selectedNode else {
      var inspection = Inspection(title: title, symbol: .fileCode, path: path)
      inspection.rows = [
        .init(label: "Kind", value: rootKind == .arrayStart ? "JSON array" : "JSON object"),
        .init(label: rootKind == .arrayStart ? "Items" : "Keys", value: Formats.count(rootCount)),
        .init(label: "Size", value: Inspection.size(document.byteCount)),
        .init(label: "Folder", value: PathBytes.display(FilePath.parent(of: path))),
      ]
      return inspection
    }
    let name = document.name(of: node)
    var inspection = Inspection(title: name.isEmpty ? "Empty key" : name, symbol: .fileCode, path: jsonPath(of: node))
    inspection.rows = [.init(label: "Type", value: node.kind.words)]
    if node.isContainer {
      inspection.rows.append(
        .init(label: node.kind == .arrayStart ? "Items" : "Keys", value: Formats.count(node.childCount)))
    }
    let value = document.value(of: node, limit: CSVField.shownLimit)
    inspection.rows.append(
      .init(label: "Value", value: value.text.isEmpty ? "empty" : value.text, isSource: node.isContainer))
    if value.isCut { inspection.rows.append(.init(label: "Size", value: Inspection.size(node.range.count))) }
    return inspection
  }

  /// The source of the selected values, up to the limits of `CopiedText`.
  var copied: CopiedText? {
    guard let document, let outline, list.selectedCount > 0 else { return nil }
    let rows = outline.outline.rows
    let selected = list.selectedRanges(inSection: 0).lazy.joined().filter { $0 < rows.count }
    return CopiedText(
      selected.lazy.map { String(decoding: document.source(of: rows[$0]), as: UTF8.self) }, count: list.selectedCount,
      noun: "value")
  }

  func handleKey(_ event: KeyEvent) -> Bool {
    guard event.key == "C", event.modifiers == [.control, .shift], let node = selectedNode else { return false }
    onCopyPath?(jsonPath(of: node))
    return true
  }
}

extension JSONToken.Kind {
  /// The colour of a value of this kind.
  fileprivate var color: ColorRole {
    switch self {
    case .string, .key: .success
    case .number: .info
    case .true, .false: .warning
    default: .text2
    }
  }

  /// The kind in words.
  fileprivate var words: String {
    switch self {
    case .objectStart, .objectEnd: "Object"
    case .arrayStart, .arrayEnd: "Array"
    case .string, .key: "String"
    case .number: "Number"
    case .true, .false: "Boolean"
    case .null: "Null"
    }
  }
}

extension CSVField {
  /// The text on one line, with an ellipsis if it is cut.
  fileprivate var shortened: String {
    let line = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    return String(String.UnicodeScalarView(line)) + (isCut ? "…" : "")
  }
}
