package import ScrollworkHostInterface

/// A key for the tables of pictures and jobs, with a faster hash than `Hashable`.
///
/// Swift's SipHash resists attackers who choose the keys, but takes several times as long. Quick hashes of strings have
/// a seed for each process too. They serve look-ups that happen in every frame.
package protocol QuickHashable: Equatable {
  /// A hash that is equal for equal values within this process.
  var quickHash: Int { get }
}

extension Int: QuickHashable {
  package var quickHash: Int { self }
}

extension String: QuickHashable {
  package var quickHash: Int { Int(truncatingIfNeeded: XXHash.hash(self, seed: processSeed)) }
}

extension ImageRequest.Source: QuickHashable {
  package var quickHash: Int {
    switch self {
    case .file(let path, let version): path.quickHash ^ Int(truncatingIfNeeded: version &* 0x9E37_79B1_85EB_CA87)
    case .url(let address): address.quickHash
    }
  }
}

extension ImageRequest: QuickHashable {
  package var quickHash: Int {
    let hash = source.quickHash
    guard let target else { return hash }
    return (hash ^ target.width << 32 ^ target.height) &* -0x61C8_8646_80B5_83EB ^ hash >> 29
  }
}

/// The seed of string hashes, different in each process: Swift's hash of an empty input.
private let processSeed = UInt64(truncatingIfNeeded: Hasher().finalize())
