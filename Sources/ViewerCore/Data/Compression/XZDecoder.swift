import ScrollworkPlatform

/// Decodes xz by liblzma. Streams whose dictionary needs more than `memoryLimit` are refused.
final class XZDecoder: Decompressing {
  /// `lzma_stream` of `lzma/base.h`.
  private struct Stream {
    var nextIn: UnsafePointer<UInt8>?
    var inputCount = 0
    var totalIn: UInt64 = 0
    var nextOut: UnsafeMutablePointer<UInt8>?
    var outputCount = 0
    var totalOut: UInt64 = 0
    var allocator: UnsafeMutableRawPointer?
    var state: UnsafeMutableRawPointer?
    var reservedPointers: (Int, Int, Int, Int) = (0, 0, 0, 0)
    var reservedNumbers: (UInt64, UInt64, Int, Int) = (0, 0, 0, 0)
    var reservedCases: (UInt32, UInt32) = (0, 0)
  }

  /// The functions of the library.
  private struct Library: Sendable {
    let start: @convention(c) (UnsafeMutableRawPointer, UInt64, UInt32) -> UInt32
    let code: @convention(c) (UnsafeMutableRawPointer, UInt32) -> UInt32
    let end: @convention(c) (UnsafeMutableRawPointer) -> Void

    /// The library; `nil` if it is missing.
    static let shared = DynamicLibrary(names: OptionalLibrary.lzma.fileNames).flatMap { try? Library($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
      start = try library.function("lzma_stream_decoder")
      code = try library.function("lzma_code")
      end = try library.function("lzma_end")
    }
  }

  /// The results of the library, `lzma_ret`.
  private enum Code {
    static let ok: UInt32 = 0
    static let streamEnd: UInt32 = 1
    /// No progress was possible, which is not an error.
    static let noProgress: UInt32 = 10

    static func reason(_ code: UInt32) -> String {
      switch code {
      case 5: "the memory does not suffice"
      case 6: "its dictionary is larger than \(Formats.bytes(Int(XZDecoder.memoryLimit)))"
      case 7: "unknown format"
      case 8: "unknown options"
      case 9: "wrong data"
      default: "liblzma error \(code)"
      }
    }
  }

  /// The memory limit of the decoder, in bytes: more than twice the 65 MiB that the largest preset of `xz` needs.
  private static let memoryLimit: UInt64 = 160 << 20

  private let library: Library
  // The library keeps pointers into its own state only, but the structure must be the same one at each call.
  private let stream = UnsafeMutablePointer<Stream>.allocate(capacity: 1)
  private var startCode: UInt32 = 0

  /// Returns a decoder; `nil` without the library.
  static func make() -> XZDecoder? { Library.shared.map(XZDecoder.init) }

  private init(_ library: Library) {
    self.library = library
    stream.initialize(to: Stream())
    restart()
  }

  deinit {
    library.end(stream)
    stream.deallocate()
  }

  func restart() { startCode = library.start(stream, Self.memoryLimit, 0) }

  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecompressionStep {
    guard startCode == Code.ok else {
      return DecompressionStep(consumed: 0, produced: 0, fault: Code.reason(startCode))
    }
    stream.pointee.nextIn = input.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.inputCount = input.count
    stream.pointee.nextOut = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.outputCount = output.count
    let code = library.code(stream, 0)
    return DecompressionStep(
      consumed: input.count - stream.pointee.inputCount, produced: output.count - stream.pointee.outputCount,
      isAtEnd: code == Code.streamEnd,
      fault: [Code.ok, Code.streamEnd, Code.noProgress].contains(code) ? nil : Code.reason(code))
  }
}
