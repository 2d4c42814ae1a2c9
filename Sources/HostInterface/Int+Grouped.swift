extension Int {
  /// The decimal digits with a comma between groups of three: `61,904`.
  ///
  /// The format is the same in every locale, so that dumps and tests can be compared.
  package var grouped: String {
    let digits = Array(String(magnitude).utf8)
    var result: [UInt8] = self < 0 ? [UInt8(ascii: "-")] : []
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { result.append(UInt8(ascii: ",")) }
      result.append(digit)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
