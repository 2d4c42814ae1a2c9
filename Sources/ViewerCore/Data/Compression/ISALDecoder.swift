import ScrollworkPlatform

/// Decodes gzip by ISA-L, which takes about a quarter of the time of zlib.
///
/// The library works on a structure of its header `igzip_lib.h`. Its few fields that are needed have fixed places in
/// versions 2.20 and later. The library is used only if it decodes a known text by them.
final class ISALDecoder: Decompressing {
  /// The places of fields in `struct inflate_state`, in bytes.
  private enum Field {
    static let output = 0
    static let outputRoom = 8
    static let input = 16
    static let inputCount = 32
    static let blockState = 21_160
    static let checkSum = 21_172
    /// More than the size of the structure, which is 87,368.
    static let size = 1 << 18
  }

  private typealias Function = @convention(c) (UnsafeMutableRawPointer) -> Int32
  private typealias Procedure = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// The functions of the library.
  private struct Library: Sendable {
    let initialize: Procedure
    let reset: Procedure
    let inflate: Function

    /// The library; `nil` if it is missing or of an unknown version.
    static let shared: Library? = {
      guard let library = DynamicLibrary(names: OptionalLibrary.isal.fileNames), let found = try? Library(library)
      else { return nil }
      return ISALDecoder(found).decodesSample ? found : nil
    }()

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
      initialize = try library.function("isal_inflate_init")
      reset = try library.function("isal_inflate_reset")
      inflate = try library.function("isal_inflate")
    }
  }

  private let library: Library
  private let state = UnsafeMutableRawPointer.allocate(byteCount: Field.size, alignment: 64)

  /// Returns a decoder; `nil` without the library.
  static func make() -> ISALDecoder? { Library.shared.map { ISALDecoder($0) } }

  private init(_ library: Library) {
    self.library = library
    state.initializeMemory(as: UInt8.self, repeating: 0, count: Field.size)
    library.initialize(state)
    setCheckSum()
  }

  deinit { state.deallocate() }

  func restart() {
    library.reset(state)
    setCheckSum()
  }

  /// Makes the library read the header of gzip and verify its check sum.
  private func setCheckSum() {
    let gzip: UInt32 = 1
    state.storeBytes(of: gzip, toByteOffset: Field.checkSum, as: UInt32.self)
  }

  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecompressionStep {
    state.storeBytes(of: output.baseAddress, toByteOffset: Field.output, as: UnsafeMutableRawPointer?.self)
    state.storeBytes(of: UInt32(output.count), toByteOffset: Field.outputRoom, as: UInt32.self)
    state.storeBytes(of: input.baseAddress, toByteOffset: Field.input, as: UnsafeRawPointer?.self)
    state.storeBytes(of: UInt32(input.count), toByteOffset: Field.inputCount, as: UInt32.self)
    let code = library.inflate(state)
    let finished: UInt32 = 5
    return DecompressionStep(
      consumed: input.count - Int(state.load(fromByteOffset: Field.inputCount, as: UInt32.self)),
      produced: output.count - Int(state.load(fromByteOffset: Field.outputRoom, as: UInt32.self)),
      isAtEnd: code == 0 && state.load(fromByteOffset: Field.blockState, as: UInt32.self) == finished,
      fault: code < 0 ? Self.words(code) : nil)
  }

  /// Returns the reason of an error by its number in `igzip_lib.h`.
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

  /// Whether the library decodes a known text, so that the places of the fields are right.
  private var decodesSample: Bool {
    // The gzip form of "abc" as a stored block.
    let sample: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1, 3, 0, 0xFC, 0xFF, 0x61, 0x62, 0x63, 0xC2, 0x41, 0x24, 0x35, 3, 0, 0, 0,
    ]
    var text = [UInt8](repeating: 0, count: 16)
    let step = sample.withUnsafeBytes { input in text.withUnsafeMutableBytes { decode(input, into: $0) } }
    return step.consumed == sample.count && step.produced == 3 && step.isAtEnd && step.fault == nil
      && text.prefix(3) == [0x61, 0x62, 0x63]
  }
}
