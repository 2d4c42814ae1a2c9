package import ScrollworkPlatform

extension Compression {
  /// The file name extensions of compressed files.
  private static let endings: Set<String> = ["gz", "zst", "zstd", "xz", "bz2"]

  /// Returns the name of a compressed file without its extension, such as `a.csv` for `a.csv.gz`.
  package static func plainName(of name: String) -> String {
    let ending = EntryKind.fileExtension(of: FilePath.lastComponent(of: name))
    return endings.contains(ending) ? String(name.dropLast(ending.count + 1)) : name
  }

  /// Returns the first `count` bytes of a file, decompressed and converted if necessary; fewer if the file is shorter
  /// or damaged.
  /// - Parameter encoding: The encoding that the user chose; `nil` to detect it.
  static func start(
    of file: RandomAccessFile, count: Int, encoding: CharacterEncoding? = nil
  ) throws(FileError) -> [UInt8] {
    let coding = try FileCoding.detect(file, encoding: encoding)
    if coding.isPlain { return try file.bytes(at: 0, count: count) }
    return try decode(file, limit: count, conversion: coding.conversion).bytes
  }

  /// Decodes a file.
  /// - Parameters:
  ///   - limit: The number of bytes after which decoding stops.
  ///   - conversion: The encoding from which the text is converted to UTF-8; `nil` for none.
  ///   - gzip: The library for gzip; `nil` for the fastest one that is installed.
  /// - Returns: The bytes before damage or the limit, and the reason why bytes are missing; `nil` if none are.
  package static func decode(
    _ file: RandomAccessFile, limit: Int, conversion: ConvertedEncoding? = nil, gzip: GzipLibrary? = nil
  ) throws(FileError) -> (bytes: [UInt8], loss: FileError?) {
    let decoder = StreamDecoder(conversion: .given(conversion), gzip: gzip)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    defer { buffer.deallocate() }
    var (bytes, offset): ([UInt8], Int) = ([], 0)
    while bytes.count <= limit {
      let count = try decoder.read(into: buffer) { room throws(FileError) -> Int in
        let count = try file.read(at: offset, into: room)
        offset += count
        return count
      }
      guard count > 0 else {
        return (bytes, decoder.fault.map { FileError(path: file.path, reason: .content($0)) })
      }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    let reason = "its text is longer than \(Formats.bytes(limit))"
    return (Array(bytes.prefix(limit)), FileError(path: file.path, reason: .content(reason)))
  }
}
