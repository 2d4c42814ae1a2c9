/// The rules for the shape of the engine, in which passes are functions of owned state.
enum EngineShape {
  static let maximumStatesWritten = 2
  static let maximumParameters = 5
  /// The largest number of files and lines of the two types that see the whole state.
  static let sizes: [(type: String, files: Int, lines: Int)] = [("CollectionView", 6, 900), ("ListEngine", 12, 2_700)]

  static func isPass(_ file: SourceFile) -> Bool { file.path.hasPrefix("Sources/Engine/Passes/") }

  /// Whether a file contains functions over states: passes, or functions that run between frames.
  static func isOfStates(_ file: SourceFile) -> Bool {
    isPass(file) || file.path.hasPrefix("Sources/Engine/Input/") && !file.path.contains("/ListEngine")
  }

  /// Finds functions over states that write too many states or take too many parameters.
  static func wideSignatures(in file: SourceFile) -> [Finding] {
    guard isOfStates(file) else { return [] }
    return signatures(in: file).flatMap { function in
      var findings: [Finding] = []
      if function.written.count > maximumStatesWritten {
        findings.append(
          file.finding(function.line, "\(function.name) has \(function.written.count) inout parameters"))
      }
      if function.parameters > maximumParameters {
        findings.append(file.finding(function.line, "\(function.name) has \(function.parameters) parameters"))
      }
      return findings
    }
  }

  /// Finds functions over states that use the view or the engine.
  static func usesOfOwner(in file: SourceFile) -> [Finding] {
    guard isOfStates(file) else { return [] }
    return file.tokens.filter { $0.kind == .word && ["CollectionView", "ListEngine"].contains($0.text) }.map {
      file.finding($0.line, "a function over states uses \($0.text)")
    }
  }

  /// Finds files and lines that declare or extend the collection view or its engine beyond the limits.
  static func wideTypes(in files: [SourceFile]) -> [Finding] {
    sizes.flatMap { type, maximumFiles, maximumLines in
      let own = files.filter { file in
        file.path.hasPrefix("Sources/Engine/")
          && zip(file.tokens, file.tokens.dropFirst()).contains {
            ["class", "extension"].contains($0.text) && $1.text == type
          }
      }
      let lines = own.reduce(0) { $0 + $1.lines.count }
      var findings: [Finding] = []
      if own.count > maximumFiles {
        findings += own.map { $0.finding(1, "one of \(own.count) files that extend \(type)") }
      }
      if lines > maximumLines, let first = own.first {
        findings.append(first.finding(1, "\(type) has \(lines) lines"))
      }
      return findings
    }
  }

  /// Finds passes whose comment does not name the states that they read, write and return.
  static func untoldPasses(in file: SourceFile) -> [Finding] {
    let lines = file.lines.map { $0.trimmingPrefix { $0 == " " } }
    guard isPass(file), let start = lines.firstIndex(where: { $0.contains("enum ") && $0.hasSuffix("Pass {") }) else {
      return []
    }
    let comment = lines[..<start].reversed().prefix { $0.hasPrefix("///") || $0.hasPrefix("@") }
    return ["Reads", "Writes", "Returns"].filter { word in !comment.contains { $0.hasPrefix("/// - \(word): ") } }.map {
      file.finding(start + 1, "the comment of the pass has no line '\($0):'")
    }
  }

  /// Returns the calls of the static method `type.method` in a file.
  static func calls(of method: String, on type: String, in file: SourceFile) -> [Finding] {
    let tokens = file.tokens
    return tokens.indices.dropLast(3).filter {
      tokens[$0].text == type && tokens[$0 + 1].text == "." && tokens[$0 + 2].text == method
        && tokens[$0 + 3].text == "("
    }.map { file.finding(tokens[$0].line, "\(type).\(method)") }
  }

  /// Returns the calls in the body of a function, in their order: `name`, or `XPass.name` for a function of a pass.
  static func calls(inFunction name: String, of file: SourceFile) -> [String] {
    let tokens = file.tokens
    guard
      let start = tokens.indices.dropLast().first(where: { tokens[$0].text == "func" && tokens[$0 + 1].text == name }),
      var index = tokens[start...].firstIndex(where: { $0.text == "{" })
    else { return [] }
    var (depth, calls) = (0, [String]())
    while index < tokens.count {
      if tokens[index].text == "{" { depth += 1 }
      if tokens[index].text == "}" { depth -= 1 }
      if depth == 0 { break }
      if index + 1 < tokens.count, tokens[index].kind == .word, tokens[index + 1].text == "(" {
        let isMember = tokens[index - 1].text == "."
        let owner = isMember ? tokens[index - 2].text : ""
        if !isMember || owner.hasSuffix("Pass") {
          calls.append(isMember ? "\(owner).\(tokens[index].text)" : tokens[index].text)
        } else if owner == "items" {
          calls.append(tokens[index].text)
        }
      }
      index += 1
    }
    return calls.filter { !["if", "guard", "while", "switch", "return"].contains($0) }
  }

  /// Finds states that are copyable.
  static func copyableStates(in file: SourceFile) -> [Finding] {
    guard file.path.hasPrefix("Sources/Engine/") else { return [] }
    let tokens = file.tokens
    return tokens.indices.dropLast(4).filter {
      tokens[$0].text == "struct" && EngineState.names.values.contains(tokens[$0 + 1].text)
        && !(tokens[$0 + 2].text == ":" && tokens[$0 + 3].text == "~" && tokens[$0 + 4].text == "Copyable")
    }.map { file.finding(tokens[$0].line, "\(tokens[$0 + 1].text) can be copied") }
  }

  // MARK: Signatures

  struct Signature {
    var name: String
    var line: Int
    var parameters = 0
    /// The types of `inout` parameters.
    var written: [String] = []
  }

  static func signatures(in file: SourceFile) -> [Signature] {
    let tokens = file.tokens
    return tokens.indices.dropLast().filter { tokens[$0].text == "func" && tokens[$0].kind == .word }.compactMap {
      signature(at: $0, in: tokens)
    }
  }

  /// Reads a signature from `func` to the parenthesis that closes the parameters.
  private static func signature(at start: Int, in tokens: [Token]) -> Signature? {
    var signature = Signature(name: tokens[start + 1].text, line: tokens[start].line)
    guard var index = tokens[start...].firstIndex(where: { $0.text == "(" }) else { return nil }
    var depth = 0
    while index < tokens.count {
      switch tokens[index].text {
      case "(", "[", "<": depth += 1
      case ")", "]",
        ">" where tokens[index - 1].text != "-":
        depth -= 1
      case ":" where depth == 1: signature.parameters += 1
      case "inout" where index + 1 < tokens.count: signature.written.append(tokens[index + 1].text)
      default: break
      }
      if depth == 0 { return signature }
      index += 1
    }
    return nil
  }
}
