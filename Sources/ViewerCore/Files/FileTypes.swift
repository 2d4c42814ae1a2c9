import ScrollworkPlatform

/// The MIME types of files, from the shared database of freedesktop.org.
struct FileTypes: Sendable {
  /// The types by file name extensions in lower case, such as `tar.gz`.
  private var byEnding: [String: String] = [:]
  /// The types of whole names, such as `makefile`.
  private var byName: [String: String] = [:]
  /// The more general types of each type.
  private var parents: [String: [String]] = [:]

  /// The types that are known without a database.
  private static let builtIn =
    """
    png=image/png jpg=image/jpeg jpeg=image/jpeg gif=image/gif webp=image/webp svg=image/svg+xml pdf=application/pdf \
    txt=text/plain log=text/plain md=text/markdown csv=text/csv json=application/json html=text/html xml=text/xml \
    zip=application/zip gz=application/gzip mp4=video/mp4 mkv=video/x-matroska webm=video/webm mp3=audio/mpeg \
    flac=audio/flac ogg=audio/ogg wav=audio/x-wav py=text/x-python sh=application/x-shellscript
    """

  /// Reads the database.
  /// - Parameter folders: The folders of data, the most important one first.
  init(folders: [String]) {
    for word in Self.builtIn.split(separator: " ") {
      let parts = word.split(separator: "=")
      byEnding[String(parts[0])] = String(parts[1])
    }
    var weights: [String: Int] = [:]
    for folder in folders.reversed() {
      for line in SmallFile.lines(of: folder + "/mime/globs2") where !line.hasPrefix("#") {
        enter(line.split(separator: ":", omittingEmptySubsequences: false), &weights)
      }
      for line in SmallFile.lines(of: folder + "/mime/subclasses") {
        let parts = line.split(separator: " ").map(String.init)
        if parts.count == 2 { parents[parts[0], default: []].append(parts[1]) }
      }
    }
  }

  /// Adds the line `weight:type:pattern` of the database, given by its fields.
  private mutating func enter(_ fields: [Substring], _ weights: inout [String: Int]) {
    guard fields.count >= 3, let weight = Int(fields[0]) else { return }
    let (type, pattern) = (String(fields[1]), fields[2].lowercased())
    guard weight >= weights[pattern] ?? 0 else { return }
    if pattern.hasPrefix("*."), !pattern.dropFirst(2).contains(where: { "*?[".contains($0) }) {
      byEnding[String(pattern.dropFirst(2))] = type
    } else if !pattern.contains(where: { "*?[".contains($0) }) {
      byName[pattern] = type
    } else {
      return
    }
    weights[pattern] = weight
  }

  /// Returns the type of a file, followed by its more general types.
  func types(of path: String) -> [String] {
    guard let info = try? FileInfo(path: path) else { return [] }
    if info.kind == .directory { return ["inode/directory"] }
    var types = [type(of: path, info)]
    var next = 0
    while next < types.count {
      for parent in parents[types[next]] ?? [] where !types.contains(parent) { types.append(parent) }
      next += 1
    }
    if types[0].hasPrefix("text/"), !types.contains("text/plain") { types.append("text/plain") }
    return types
  }

  /// Returns the exact type: by the name, or else by whether the content is a text.
  private func type(of path: String, _ info: FileInfo) -> String {
    let name = PathBytes.display(FilePath.lastComponent(of: path)).lowercased()
    if let type = byName[name] { return type }
    // The longest ending decides: `tar.gz` before `gz`.
    var rest = name[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if let type = byEnding[String(rest)] { return type }
    }
    guard info.kind == .regular, let start = try? RandomAccessFile(path: path).bytes(at: 0, count: 1_024) else {
      return "application/octet-stream"
    }
    if start.starts(with: "%PDF-".utf8) { return "application/pdf" }
    return start.contains(0) ? "application/octet-stream" : "text/plain"
  }
}

/// Small text files of the desktop.
enum SmallFile {
  /// Returns the text of a file; `nil` if it cannot be read.
  static func text(of path: String) -> String? {
    guard let bytes = try? RandomAccessFile(path: path).bytes(at: 0, count: 1 << 22) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the lines of a file; none if it cannot be read.
  static func lines(of path: String) -> [Substring] {
    text(of: path)?.split(separator: "\n") ?? []
  }
}
