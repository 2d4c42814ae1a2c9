extension Int {
  /// `61,904`: with a comma before every three digits from the end.
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
