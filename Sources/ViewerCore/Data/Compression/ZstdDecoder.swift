import ScrollworkPlatform

/// Decodes zstd by libzstd. Frames with a window beyond 128 MB, the library's default limit, are refused.
final class ZstdDecoder: Decompressing {
  private typealias Stream = OpaquePointer

  /// `ZSTD_inBuffer` and `ZSTD_outBuffer`.
  private struct Buffer {
    var start: UnsafeMutableRawPointer?
    var size: Int
    var position = 0
  }

  /// The functions of the library.
  private struct Library: Sendable {
    let create: @convention(c) () -> Stream?
    let free: @convention(c) (Stream) -> Int
    let decompress: @convention(c) (Stream, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
    let isError: @convention(c) (Int) -> UInt32
    let errorName: @convention(c) (Int) -> UnsafePointer<CChar>?

    /// The library; `nil` if it is missing.
    static let shared = DynamicLibrary(names: OptionalLibrary.zstd.fileNames).flatMap { try? Library($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
      create = try library.function("ZSTD_createDStream")
      free = try library.function("ZSTD_freeDStream")
      decompress = try library.function("ZSTD_decompressStream")
      isError = try library.function("ZSTD_isError")
      errorName = try library.function("ZSTD_getErrorName")
    }
  }

  private let library: Library
  private let stream: Stream

  /// Returns a decoder; `nil` without the library.
  static func make() -> ZstdDecoder? {
    guard let library = Library.shared, let stream = library.create() else { return nil }
    return ZstdDecoder(library, stream)
  }

  private init(_ library: Library, _ stream: Stream) {
    (self.library, self.stream) = (library, stream)
  }

  deinit { _ = library.free(stream) }

  /// Does nothing: the library begins the next frame by itself.
  func restart() {}

  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecompressionStep {
    // The library does not write to its input; both buffers have the same layout.
    var source = Buffer(start: UnsafeMutableRawPointer(mutating: input.baseAddress), size: input.count)
    var target = Buffer(start: output.baseAddress, size: output.count)
    let code = library.decompress(stream, &target, &source)
    var step = DecompressionStep(consumed: source.position, produced: target.position)
    if library.isError(code) != 0 {
      step.fault = library.errorName(code).map { String(cString: $0) } ?? "error"
    } else {
      step.isAtEnd = code == 0
    }
    return step
  }
}
