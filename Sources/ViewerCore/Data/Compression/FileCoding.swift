package import ScrollworkPlatform

/// The steps that turn the bytes of a file into text that can be read in place.
package struct FileCoding: Hashable, Sendable {
  /// The format of a compressed file; `nil` for others.
  package var compression: Compression?
  /// The encoding from which the text is converted to UTF-8; `nil` if it can be read in place.
  package var conversion: ConvertedEncoding?

  /// The coding of a file that is read in place.
  package static let plain = FileCoding()

  package init(compression: Compression? = nil, conversion: ConvertedEncoding? = nil) {
    (self.compression, self.conversion) = (compression, conversion)
  }

  /// Whether the file is read in place. Other files are read through a copy.
  package var isPlain: Bool { self == .plain }

  /// Returns the coding of a file by its first bytes.
  /// - Parameter encoding: The encoding that the user chose; `nil` to detect it.
  package static func detect(
    _ file: RandomAccessFile, encoding: CharacterEncoding? = nil
  ) throws(FileError) -> FileCoding {
    var coding = FileCoding(compression: try Compression.detect(file), conversion: encoding?.conversion)
    guard encoding == nil else { return coding }
    let size = ConvertedEncoding.sampleSize
    let start =
      coding.compression == nil
      ? try file.bytes(at: 0, count: size) : try Compression.decode(file, limit: size, conversion: nil).bytes
    coding.conversion = ConvertedEncoding.detect(start)
    return coding
  }

  /// The words for the status line besides the encoding: the format of a compressed file.
  var words: [String] { compression.map { [$0.rawValue] } ?? [] }
}
