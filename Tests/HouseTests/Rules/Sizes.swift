/// The limits on the lengths of files and functions.
enum Sizes {
  static let linesOfFile = 400
  static let linesOfFunction = 50
  static let bytesOfFile = 1 << 20

  static func longFile(_ file: SourceFile) -> [Finding] {
    guard file.lines.count > linesOfFile else { return [] }
    return [file.finding(linesOfFile + 1, "the file has \(file.lines.count) lines, at most \(linesOfFile) are allowed")]
  }

  /// Finds functions that are too long, counted from the line of the keyword to that of the closing brace.
  static func longFunctions(in file: SourceFile) -> [Finding] {
    CodeBlock.functions(in: file.tokens).filter { $0.lineCount > linesOfFunction }.map { function in
      let name = "\(function.keyword) \(function.name)"
      return file.finding(
        function.firstLine, "\(name) has \(function.lineCount) lines, at most \(linesOfFunction) are allowed")
    }
  }
}
