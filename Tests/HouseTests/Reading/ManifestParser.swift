/// A value in the syntax of a manifest.
indirect enum ManifestValue: Equatable {
  case string(String)
  case name(String)
  case array([ManifestValue])
  case call(String, [ManifestArgument])

  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The names in a list of dependencies, each of which is a string, `.target(name:)` or `.product(name:)`.
  var names: [String] {
    switch self {
    case .string(let text): [text]
    case .name: []
    case .array(let values): values.flatMap(\.names)
    case .call(_, let arguments): arguments.first { $0.label == "name" }?.value.names ?? []
    }
  }
}

struct ManifestArgument: Equatable {
  /// The label; empty if there is none.
  var label: String
  var value: ManifestValue
}

/// Parses the literals and calls that make up a manifest's targets.
struct ManifestParser {
  let tokens: ArraySlice<Token>
  private var position: Int

  /// Creates a parser at the first token.
  /// - Parameter tokens: The tokens to parse.
  init(_ tokens: ArraySlice<Token>) {
    self.tokens = tokens
    position = tokens.startIndex
  }

  mutating func value() throws -> ManifestValue {
    let token = try next()
    if token.kind == .string { return .string(token.text) }
    if token.text == "[" { return .array(try list(until: "]").map(\.value)) }
    var name = token.text == "." ? "" : token.text
    // Only the last part of a name counts: `.target` and `Target.Dependency.target` are the same.
    while token.text == "." && name.isEmpty || peek == "." {
      if peek == "." { position += 1 }
      name = try next().text
    }
    guard peek == "(" else { return .name(name) }
    position += 1
    return .call(name, try list(until: ")"))
  }

  private mutating func list(until end: String) throws -> [ManifestArgument] {
    var arguments: [ManifestArgument] = []
    while peek != end {
      var label = ""
      if tokens.indices.contains(position + 1), tokens[position + 1].text == ":" {
        label = try next().text
        position += 1
      }
      arguments.append(ManifestArgument(label: label, value: try value()))
      if peek == "," { position += 1 }
    }
    position += 1
    return arguments
  }

  private var peek: String? {
    guard tokens.indices.contains(position), tokens[position].kind != .string else { return nil }
    return tokens[position].text
  }

  private mutating func next() throws -> Token {
    guard tokens.indices.contains(position) else {
      throw Manifest.ReadingError(description: "Package.swift ends in the middle of a value")
    }
    defer { position += 1 }
    return tokens[position]
  }
}
