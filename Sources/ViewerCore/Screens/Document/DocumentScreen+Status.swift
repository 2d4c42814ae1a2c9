import Scrollwork
import ScrollworkPlatform

/// The status line, the side panel and the clipboard.
extension DocumentScreen: LossReporting {
  /// Always `nil`: a compressed document is read again when it changes.
  var decodedPath: String? { nil }

  /// The number of characters of a path in the status line.
  private static let shownPath = 200

  var status: Status {
    var status = Status()
    guard let document else { return status }
    if let matches {
      let noun = Words.count("value", matches.valueCount)
      status.items.append(.passing(matches.count, of: Formats.count(matches.valueCount), noun))
      status.passed = status.items.last?.passedWords ?? ""
      if matches.count > JSONMatchScan.maximumKept {
        status.items.append(.init(text: "The first \(Formats.count(JSONMatchScan.maximumKept)) are shown"))
      }
      if !matches.isComplete {
        status.progress = Double(matches.searched) / Double(max(1, document.byteCount))
        status.items.append(.init(text: "Searching \(Formats.percent(status.progress ?? 0))", tellsProgress: true))
      }
    } else {
      let noun = Words.count(rootKind == .arrayStart ? "item" : "key", rootCount)
      status.items.append(.init(strong: Formats.count(rootCount), text: noun))
    }
    if let path = tree.chosenPath { status.items.append(.init(text: path.withoutMiddle(from: Self.shownPath))) }
    if isReading { status.items.append(.init(text: "Reading")) }
    status.trailing = [document.encoding.name, "JSON"]
    // A document ends with its last bracket, so that it does not grow.
    if let error {
      status.trailing.append(Words.loss(error))
    } else if !isWatched {
      status.trailing.append("Not watched")
    }
    return status
  }

  /// The selected value, up to the limit of the side panel, or details of the file if none is selected.
  var inspection: Inspection? {
    guard let document else { return nil }
    guard let node = tree.chosenNode else {
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
    var inspection = Inspection(title: name.isEmpty ? "Empty key" : name, symbol: .fileCode, path: tree.chosenPath)
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

  var copied: CopiedText? { tree.copied }
}

extension DocumentScreen: MenuShowing {
  var menu: (() -> Menu)? {
    get { tree.moreCommands }
    set { tree.moreCommands = newValue }
  }
}

/// The state of a tree that is shown as text and again as a tree.
extension DocumentScreen: StateKeeping {
  var state: ScreenState {
    var state = inherited
    state.replaceFilters(by: self, leftOut: inherited.leftOut(by: self)) { _ in .any }
    return state
  }

  func adopt(_ state: ScreenState) {
    inherited = state
    adopt(state.filters, for: [.any])
  }
}

extension JSONToken.Kind {
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

extension String {
  /// Returns the text without its middle if it is longer than `limit` characters.
  fileprivate func withoutMiddle(from limit: Int) -> String {
    count > limit ? prefix(limit / 2) + "…" + suffix(limit / 2) : self
  }
}
