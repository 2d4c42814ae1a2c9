/// The rules for the states of the engine: each has private setters, and a table names the writers of each.
enum EngineState {
  /// The states, by the names that the engine and its passes give to them.
  static let names = [
    "document": "Document", "layout": "LayoutState", "scroll": "ScrollState", "nested": "NestedScrolling",
    "anchors": "AnchorKeeper", "items": "ItemStore", "motion": "UpdateMotion", "interaction": "Interaction",
    "reordering": "Reordering", "paint": "PaintBuffers", "outbox": "Outbox", "band": "RubberBand",
    "typeAhead": "TypeAhead", "itemMenu": "ItemMenu", "swiping": "Swiping",
  ]

  /// The classes that are states, and the types of the states' parts. Their setters are private too.
  static let parts: Set = [
    "Inbox", "Chrome", "Paging", "PageLoader", "ScrollBar", "ComponentHolder", "EndTracking", "Scroller",
    "PublishedState", "ContentPool", "AbsentItems", "AbsentOffsets", "PointerTracker", "Selection", "PositionSet",
    "BackgroundDiff",
  ]

  /// The writers of each state: the passes by their names, and two parts of the engine.
  ///
  /// - `frame` is the frame function with its steps. Between passes it calls mutating functions of single states: it
  ///   captures anchors, keeps them in place, and hands results from one state to another.
  /// - `input` is the code in `Engine/Input`, which handles user events and calls of the program between frames.
  ///
  /// A state may also be changed by another state that owns the decision: the offsets of nested scroll containers are
  /// part of the layout, but their motion and their anchors are not.
  static let writers: [String: Set<String>] = [
    // A question for the number of items is answered once and then kept.
    "Document": ["frame", "input", "UpdatePass"],
    "LayoutState": [
      "frame", "input", "EnvironmentPass", "UpdatePass", "LayoutPass", "MeasurePass", "ScrollPass", "NestedScrolling",
      "AnchorKeeper",
    ],
    "ScrollState": ["frame", "input", "ScrollPass", "ChromePass"],
    "NestedScrolling": ["frame", "input", "ScrollPass"],
    // A scroll and another focus end an anchor.
    "AnchorKeeper": ["frame", "input", "LayoutPass"],
    "ItemStore": ["frame", "FollowPass", "BindPass", "MotionPass", "ChangeMarkPass", "ReachPass"],
    "UpdateMotion": ["frame", "FollowPass", "MotionPass", "CorrectionPass", "ChangeMarkPass"],
    "Interaction": ["frame", "input", "FollowPass", "HoverPass"],
    "Reordering": ["input"],
    "ItemMenu": ["input"],
    "PaintBuffers": ["frame", "PaintPass", "OverridePass"],
    "Outbox": ["frame", "input"],
    // An update moves the corner of a band and the place of a search.
    "RubberBand": ["frame", "input"],
    "TypeAhead": ["frame", "input"],
    "Swiping": ["frame", "input", "SwipePass"],
  ]

  /// The files of the engine that make a frame.
  private static let frameFiles: Set = ["ListEngine", "ListEngine+Steps", "ListEngine+Output"]
  /// The folder of the functions that run between frames.
  private static let inputFolder = "Sources/Engine/Input/"

  /// A change of a state by a pass or another part of the engine.
  struct Write: Hashable {
    var state: String
    var writer: String
  }

  /// Returns the writer that a file belongs to: `Passes/BindPass+Rendering.swift` belongs to `BindPass`.
  static func writer(of file: SourceFile) -> String {
    let name = String(file.path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
    if frameFiles.contains(name) { return "frame" }
    if file.path.hasPrefix(inputFolder) { return "input" }
    return name.split(separator: "+", maxSplits: 1).first.map(String.init) ?? name
  }

  /// Returns the writes of a file, with their lines. A state that changes itself is not listed.
  ///
  /// A function writes a state if it has an `inout` parameter of its type, passes it on by `&`, or calls one of its
  /// mutating methods.
  /// - Parameter methods: The names of the mutating methods of each state.
  static func writes(in file: SourceFile, methods: [String: Set<String>]) -> [(write: Write, line: Int)] {
    guard file.path.hasPrefix("Sources/Engine/") else { return [] }
    let (tokens, writer) = (file.tokens, writer(of: file))
    var found: [(state: String, line: Int)] = EngineShape.signatures(in: file).flatMap { function in
      function.written.filter(names.values.contains).map { ($0, function.line) }
    }
    for index in tokens.indices.dropFirst().dropLast(3) {
      guard tokens[index].kind == .word, let state = names[tokens[index].text] else { continue }
      let isArgument = tokens[index - 1].text == "&" && tokens[index + 1].text != "."
      let isCall =
        isOwn(index, in: tokens) && tokens[index + 1].text == "." && tokens[index + 3].text == "("
        && methods[state, default: []].contains(tokens[index + 2].text)
      if isArgument || isCall { found.append((state, tokens[index].line)) }
    }
    return found.filter { $0.state != writer }.map { (Write(state: $0.state, writer: writer), $0.line) }
  }

  /// Whether a name means a state of the engine, and not a property of another value.
  private static func isOwn(_ index: Int, in tokens: [Token]) -> Bool {
    guard tokens[index - 1].text == "." else { return true }
    let owner = tokens[..<(index - 1)].last { $0.text != "?" }
    // `0` is the name of a closure's argument, `$0`.
    return ["self", "engine", "0"].contains(owner?.text ?? "")
  }

  /// Returns the names of the mutating methods of each state.
  static func mutatingMethods(in files: [SourceFile]) -> [String: Set<String>] {
    var methods: [String: Set<String>] = [:]
    for file in files where file.path.hasPrefix("Sources/Engine/") {
      var (type, depth) = ("", 0)
      for (index, token) in file.tokens.enumerated().dropLast(2) where token.kind != .string {
        let next = file.tokens[index + 1].text
        switch token.text {
        case "{": depth += 1
        case "}": depth -= 1
        case "struct", "class", "enum", "extension", "protocol": if depth == 0 { type = next }
        case "mutating" where next == "func" && depth == 1:
          methods[type, default: []].insert(file.tokens[index + 2].text)
        default: break
        }
      }
    }
    return methods
  }

  /// Finds writes that the table does not list.
  static func foreignWrites(in file: SourceFile, methods: [String: Set<String>]) -> [Finding] {
    writes(in: file, methods: methods).filter { !writers[$0.write.state, default: []].contains($0.write.writer) }.map {
      file.finding($0.line, "\($0.write.writer) writes \($0.write.state)")
    }
  }

  // MARK: Setters

  private static let openers: Set = ["struct", "class"]

  /// Finds stored properties of states that other types can set.
  static func openSetters(in file: SourceFile) -> [Finding] {
    guard file.path.hasPrefix("Sources/Engine/") else { return [] }
    let (tokens, types) = (file.tokens, parts.union(names.values))
    var findings: [Finding] = []
    // The names of the blocks around a token; empty for a block that is no state.
    var blocks: [String] = []
    var next = ""
    for (index, token) in tokens.enumerated() {
      switch token.text {
      case "struct", "class", "enum", "extension":
        next = token.kind == .word && openers.contains(token.text) ? tokens[index + 1].text : ""
      case "{":
        blocks.append(types.contains(next) ? next : "")
        next = ""
      case "}": _ = blocks.popLast()
      case "var" where token.kind == .word:
        guard blocks.count == 1, let type = blocks.last, !type.isEmpty, isStored(index, in: tokens) else { break }
        let modifiers = tokens[..<index].reversed().prefix { $0.line == token.line }.map(\.text)
        if modifiers.contains("private") || modifiers.contains("override") { break }
        findings.append(file.finding(token.line, "\(type).\(tokens[index + 1].text) can be set by others"))
      default: break
      }
    }
    return findings
  }

  /// Whether the property that begins at `var` is stored: a brace before a value opens an accessor.
  private static func isStored(_ start: Int, in tokens: [Token]) -> Bool {
    for token in tokens[start...].dropFirst() {
      if token.text == "=" { return true }
      if token.text == "{" { return false }
      if token.line > tokens[start].line { return true }
    }
    return true
  }
}
