import ScrollworkPlatform

/// Decodes bzip2 by libbz2.
final class BzipDecoder: Decompressing {
  /// `bz_stream` of `bzlib.h`.
  private struct Stream {
    var nextIn: UnsafeMutableRawPointer?
    var inputCount: UInt32 = 0
    var totalIn: (UInt32, UInt32) = (0, 0)
    var nextOut: UnsafeMutableRawPointer?
    var outputCount: UInt32 = 0
    var totalOut: (UInt32, UInt32) = (0, 0)
    var state: UnsafeMutableRawPointer?
    /// `bzalloc`, `bzfree` and their argument; without them `malloc` and `free` are used.
    var allocator: (Int, Int, Int) = (0, 0, 0)
  }

  /// The functions of the library.
  private struct Library: Sendable {
    let start: @convention(c) (UnsafeMutableRawPointer, Int32, Int32) -> Int32
    let decompress: @convention(c) (UnsafeMutableRawPointer) -> Int32
    let end: @convention(c) (UnsafeMutableRawPointer) -> Int32

    /// The library; `nil` if it is missing.
    static let shared = DynamicLibrary(names: OptionalLibrary.bzip2.fileNames).flatMap { try? Library($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
      start = try library.function("BZ2_bzDecompressInit")
      decompress = try library.function("BZ2_bzDecompress")
      end = try library.function("BZ2_bzDecompressEnd")
    }
  }

  /// The result `BZ_STREAM_END`.
  private static let streamEnd: Int32 = 4

  private let library: Library
  // The library checks that the structure keeps its address.
  private let stream = UnsafeMutablePointer<Stream>.allocate(capacity: 1)
  private var startCode: Int32 = 0

  /// Returns a decoder; `nil` without the library.
  static func make() -> BzipDecoder? { Library.shared.map(BzipDecoder.init) }

  private init(_ library: Library) {
    self.library = library
    stream.initialize(to: Stream())
    startCode = library.start(stream, 0, 0)
  }

  deinit {
    _ = library.end(stream)
    stream.deallocate()
  }

  func restart() {
    _ = library.end(stream)
    stream.pointee = Stream()
    startCode = library.start(stream, 0, 0)
  }

  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecompressionStep {
    guard startCode == 0 else { return DecompressionStep(consumed: 0, produced: 0, fault: reason(startCode)) }
    // The library does not write to its input; its type lacks the `const`.
    stream.pointee.nextIn = UnsafeMutableRawPointer(mutating: input.baseAddress)
    stream.pointee.inputCount = UInt32(input.count)
    stream.pointee.nextOut = output.baseAddress
    stream.pointee.outputCount = UInt32(output.count)
    let code = library.decompress(stream)
    return DecompressionStep(
      consumed: input.count - Int(stream.pointee.inputCount), produced: output.count - Int(stream.pointee.outputCount),
      isAtEnd: code == Self.streamEnd, fault: code < 0 ? reason(code) : nil)
  }

  private func reason(_ code: Int32) -> String {
    switch code {
    case -3: "the memory does not suffice"
    case -4, -5: "wrong data"
    default: "libbz2 error \(code)"
    }
  }
}
