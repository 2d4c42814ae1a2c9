import ScrollworkPlatform

/// Decodes gzip by ISA-L, which is faster than zlib where it is installed.
final class ISALDecoder: Decompressing {
  private typealias State = UnsafeMutableRawPointer

  /// The offsets of fields in `inflate_state` of ISA-L 2, in bytes. The library has no functions that set them.
  private enum Place {
    static let output = 0
    static let outputCount = 8
    static let input = 16
    static let inputCount = 32
    static let blockState = 21_160
    static let wrapper = 21_172
  }

  /// The bytes to allocate for `inflate_state`, more than its size.
  private static let stateSize = 1 << 17
  /// `ISAL_BLOCK_FINISH`.
  private static let finished: Int32 = 5
  /// `ISAL_GZIP`: the header and the check sum are read too.
  private static let gzip: UInt32 = 1

  /// The functions of the library.
  private struct Library: Sendable {
    let initialize: @convention(c) (State) -> Void
    let reset: @convention(c) (State) -> Void
    let inflate: @convention(c) (State) -> Int32

    /// The library; `nil` if it is missing, or if its structure is not the expected one.
    static let shared: Library? = {
      guard let found = DynamicLibrary(names: ["libisal.so.2"]), let library = try? Library(found),
        ISALDecoder(library).decodesSample()
      else { return nil }
      return library
    }()

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
      initialize = try library.function("isal_inflate_init")
      reset = try library.function("isal_inflate_reset")
      inflate = try library.function("isal_inflate")
    }
  }

  private let library: Library
  private let state = State.allocate(byteCount: stateSize, alignment: 64)

  static var isPresent: Bool { Library.shared != nil }

  /// Returns a decoder; `nil` without the library.
  static func make() -> ISALDecoder? { Library.shared.map { ISALDecoder($0) } }

  private init(_ library: Library) {
    self.library = library
    state.initializeMemory(as: UInt8.self, repeating: 0, count: Self.stateSize)
    library.initialize(state)
    set(Place.wrapper, Self.gzip)
  }

  deinit { state.deallocate() }

  func restart() {
    library.reset(state)
    set(Place.wrapper, Self.gzip)
  }

  private func set<Value: BitwiseCopyable>(_ place: Int, _ value: Value) {
    state.storeBytes(of: value, toByteOffset: place, as: Value.self)
  }

  private func count(_ place: Int) -> Int { Int(state.load(fromByteOffset: place, as: UInt32.self)) }

  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecompressionStep {
    // The library does not write to its input.
    set(Place.input, UInt(bitPattern: input.baseAddress))
    set(Place.inputCount, UInt32(input.count))
    set(Place.output, UInt(bitPattern: output.baseAddress))
    set(Place.outputCount, UInt32(output.count))
    let code = library.inflate(state)
    return DecompressionStep(
      consumed: input.count - count(Place.inputCount), produced: output.count - count(Place.outputCount),
      isAtEnd: code == 0 && state.load(fromByteOffset: Place.blockState, as: Int32.self) == Self.finished,
      fault: code < 0 ? Self.words(code) : nil)
  }

  /// Returns an error code of the library in words.
  private static func words(_ code: Int32) -> String {
    switch code {
    case -1: "invalid block"
    case -2: "invalid symbol"
    case -3: "invalid distance"
    case -4, -5: "invalid header"
    case -6: "incorrect check sum"
    default: "ISA-L error \(code)"
    }
  }

  /// Whether a known sample is decoded correctly and its end is noticed. This fails if the structure has other offsets.
  private func decodesSample() -> Bool {
    // "ab" five times, compressed by `gzip -n`.
    let sample: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x4B, 0x4C, 0x4A, 0x84, 0x42, 0x00,
      0x9B, 0x7E, 0x9B, 0x98, 0x0A, 0x00, 0x00, 0x00,
    ]
    var text = [UInt8](repeating: 0, count: 64)
    let step = sample.withUnsafeBytes { sample in text.withUnsafeMutableBytes { decode(sample, into: $0) } }
    return step.isAtEnd && step.consumed == sample.count && text.prefix(step.produced).elementsEqual("ababababab".utf8)
  }
}
