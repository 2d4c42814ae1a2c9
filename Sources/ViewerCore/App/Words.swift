import ScrollworkPlatform

/// Words that depend on a number or on their place in a sentence.
enum Words {
  /// Returns `noun` for a count of one, otherwise `noun` with an added s.
  static func count(_ noun: String, _ count: Int) -> String { count == 1 ? noun : noun + "s" }

  /// Returns a message with a capital letter at its start. A path or an address at the start keeps its spelling.
  static func sentence(_ message: String) -> String {
    guard !message.prefix(while: { $0 != " " }).contains(where: { $0 == "/" || $0 == ":" }) else { return message }
    return message.prefix(1).uppercased() + message.dropFirst()
  }

  /// Returns the path of an error and, below it, the reason, for a page whose title tells what failed.
  static func pathAndReason(_ error: FileError) -> String {
    PathBytes.display(error.path) + "\n" + sentence(error.reason.words)
  }

  /// Returns the message about a file whose former content is still shown: that the file is gone, or why it cannot be
  /// read.
  static func loss(_ error: FileError) -> String {
    switch error.reason {
    case .notFound, .notRegular: "The file is gone"
    default: sentence("\(error)")
    }
  }
}

extension [String] {
  /// Whether the texts have the same bytes. Texts that differ only in Unicode normalization are different filters.
  func hasSameBytes(as other: [String]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}

extension CrumbBar.Crumb {
  /// Returns the crumbs of an absolute path. The home folder is a single crumb.
  static func parts(of path: String) -> [CrumbBar.Crumb] {
    let home = FilePath.home ?? "/"
    var crumbs: [CrumbBar.Crumb] = []
    var rest = Substring(path)
    var prefix = ""
    if path == home || path.hasPrefix(home + "/"), home != "/" {
      crumbs.append(CrumbBar.Crumb(title: "Home", path: home))
      rest = path.dropFirst(home.count)
      prefix = home
    }
    for part in rest.split(separator: "/") {
      prefix += "/" + part
      crumbs.append(CrumbBar.Crumb(title: PathBytes.display(String(part)), path: prefix))
    }
    return crumbs.isEmpty ? [CrumbBar.Crumb(title: "/", path: "/")] : crumbs
  }
}
