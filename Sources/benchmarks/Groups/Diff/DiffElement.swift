import FoundationEssentials
import Scrollwork

/// A type that the benchmarks of the group `diff` use for identities.
protocol DiffBenchmarkID: Hashable {
  static var name: String { get }

  /// Creates an identity from a number; different numbers give different identities.
  init(key: Int)
}

/// An identity of a type that the library does not know: it knows only that the type is hashable.
struct DiffKey: DiffBenchmarkID {
  static let name = "struct"

  var book: Int
  var page: Int

  init(key: Int) {
    book = key >> 8
    page = key & 255
  }
}

extension Int: DiffBenchmarkID {
  static let name = "int"

  init(key: Int) { self = Int(bitPattern: UInt(truncatingIfNeeded: DiffMixing.word(key, 1))) }
}

extension UUID: DiffBenchmarkID {
  static let name = "uuid"

  init(key: Int) { self.init(uuid: unsafeBitCast((DiffMixing.word(key, 1), DiffMixing.word(key, 2)), to: uuid_t.self)) }
}

extension String: DiffBenchmarkID {
  static let name = "string"

  /// Creates the text of a UUID: 36 characters.
  init(key: Int) { self = UUID(key: key).uuidString }
}

enum DiffMixing {
  /// Mixes a number by SplitMix64; with the same salt, different numbers give different words.
  static func word(_ key: Int, _ salt: UInt64) -> UInt64 {
    var z = UInt64(bitPattern: Int64(key)) &+ salt &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

struct DiffElement<ID: DiffBenchmarkID>: Differentiable, Identifiable {
  var id: ID
  var revision: Int

  func isContentEqual(to source: DiffElement) -> Bool { revision == source.revision }
}
