import Glibc

/// A folder for one test, deleted with all its contents when the object is released.
package final class TemporaryFolder: Sendable {
  package struct Failure: Error {
    package var path: String
    package var code: Int32
  }

  package let path: String

  package init() throws {
    var template = Array("/tmp/scrollwork-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure(path: "/tmp", code: errno) }
    path = String(cString: made)
  }

  deinit { Self.delete(path) }

  /// Returns the path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// The names of all entries, sorted.
  package var names: [String] { Self.names(in: path).map { String(decoding: $0, as: UTF8.self) }.sorted() }

  // MARK: Changes, which return the path of the file

  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String, mode: String = "w") throws -> String {
    let (path, bytes) = (file(name), Array(bytes))
    guard let stream = fopen(path, mode) else { throw Failure(path: path, code: errno) }
    let count = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, count == bytes.count else { throw Failure(path: path, code: errno) }
    return path
  }

  @discardableResult
  package func write(_ text: String, to name: String, mode: String = "w") throws -> String {
    try write(text.utf8, to: name, mode: mode)
  }

  @discardableResult
  package func append(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name, mode: "a")
  }

  /// Creates a folder with its missing parents, and returns its path.
  @discardableResult
  package func makeFolder(_ name: String) throws -> String {
    var path = path
    for part in name.split(separator: "/") {
      path += "/" + part
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw Failure(path: path, code: errno) }
    }
    return path
  }

  /// Replaces a file atomically.
  package func rename(_ old: String, to new: String) throws {
    guard Glibc.rename(file(old), file(new)) == 0 else { throw Failure(path: file(old), code: errno) }
  }

  /// Deletes a file, or a folder with its contents.
  package func remove(_ name: String) throws {
    guard Self.delete(file(name)) else { throw Failure(path: file(name), code: errno) }
  }

  /// Returns the text of a file; an empty text if it cannot be read.
  package static func text(_ path: String) -> String {
    guard let stream = fopen(path, "r") else { return "" }
    defer { fclose(stream) }
    var (bytes, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 16))
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the names of the entries of a folder. They need not be valid text.
  private static func names(in path: UnsafePointer<CChar>) -> [[UInt8]] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = readdir(folder) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
    }
    return names.filter { $0 != Array(".".utf8) && $0 != Array("..".utf8) }
  }

  @discardableResult
  private static func delete(_ path: UnsafePointer<CChar>) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == EISDIR else { return false }
    let start = Array(UnsafeBufferPointer(start: path, count: strlen(path)))
    for name in names(in: path) { delete(start + ([UInt8(ascii: "/")] + name + [0]).map(CChar.init(bitPattern:))) }
    return rmdir(path) == 0
  }
}
