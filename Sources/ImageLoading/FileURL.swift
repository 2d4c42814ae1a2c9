/// Addresses of files of this machine.
package enum FileURL {
  /// The path of `file:///...` or `file:/...`, percent signs resolved; `nil` for other machines and other schemes.
  package static func path(of address: String) -> String? {
    guard address.hasPrefix("file:") else { return nil }
    var path = address.dropFirst("file:".count)
    if path.hasPrefix("//localhost/") { path = path.dropFirst("//localhost".count) }
    if path.hasPrefix("///") { path = path.dropFirst(2) }
    guard path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
    return resolvingPercentSigns(in: path.utf8)
  }

  private static func resolvingPercentSigns(in text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
