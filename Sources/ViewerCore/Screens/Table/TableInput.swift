import ScrollworkPlatform

/// The origin of a table's rows.
enum TableInput {
  case file(path: String)
  /// The copy of a stream.
  /// - Parameter pipe: The path of the pipe; `nil` for standard input.
  case stream(StreamSpool, pipe: String?)

  /// The path of the file or pipe. For standard input, it is a name in the working folder, so that relative paths in
  /// the table and of saved files refer to that folder.
  var path: String {
    switch self {
    case .file(let path): path
    case .stream(_, let pipe): pipe ?? FilePath.absolute("standard input")
    }
  }

  var title: String {
    if case .stream(_, nil) = self { return "Standard input" }
    return PathBytes.display(FilePath.lastComponent(of: path))
  }

  /// The file beside which the tags are kept; `nil` for a stream, which cannot be read again.
  var tagged: String? {
    if case .file(let path) = self { path } else { nil }
  }
}

extension TableScreen {
  /// The copy of the stream from which the rows come; `nil` for a file.
  var stream: StreamSpool? {
    if case .stream(let spool, _) = input { spool } else { nil }
  }

  var isStream: Bool { stream != nil }

  var crumbs: [CrumbBar.Crumb] {
    if case .stream(_, nil) = input { return [CrumbBar.Crumb(title: title, path: "")] }
    return CrumbBar.Crumb.parts(of: path)
  }
}
