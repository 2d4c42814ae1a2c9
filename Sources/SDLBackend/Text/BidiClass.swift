import CHarfBuzz

/// The bidirectional classes of UAX #9 that plain text needs. Explicit controls are ignored.
enum BidiClass: UInt8 {
  case leftToRight, rightToLeft, arabicLetter
  case europeanNumber, arabicNumber
  case numberSeparator, numberTerminator, commonSeparator
  case mark, ignored
  case tab, space, neutral

  /// Creates the class of a scalar. Of the standard's exceptions for single characters, the common ones are included.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x80 {
      self = Self.ascii(UInt8(value))
      return
    }
    switch value {
    case 0xa0, 0x202f: self = .commonSeparator
    case 0x6f0...0x6f9, 0xb2, 0xb3, 0xb9, 0x2070...0x2079, 0x2080...0x2089, 0xff10...0xff19: self = .europeanNumber
    case 0x600...0x605, 0x660...0x669, 0x66b, 0x66c, 0x6dd: self = .arabicNumber
    case 0x60c: self = .commonSeparator
    case 0xb0, 0xb1, 0x66a, 0x2030...0x2034, 0x20a0...0x20cf: self = .numberTerminator
    case 0x200e: self = .leftToRight
    case 0x200f: self = .rightToLeft
    default: self = Self.general(scalar)
    }
  }

  /// Returns the class of an ASCII character.
  private static func ascii(_ byte: UInt8) -> BidiClass {
    switch byte {
    case 0x09: .tab
    case 0x20: .space
    case 0x30...0x39: .europeanNumber
    case 0x2b, 0x2d: .numberSeparator
    case 0x23...0x25: .numberTerminator
    case 0x2c, 0x2e, 0x2f, 0x3a: .commonSeparator
    case 0x41...0x5a, 0x61...0x7a: .leftToRight
    default: .neutral
    }
  }

  /// Derives the class from the general category and the script.
  private static func general(_ scalar: Unicode.Scalar) -> BidiClass {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .space
    case .format, .control: return .ignored
    case .currencySymbol: return .numberTerminator
    case .mathSymbol, .modifierSymbol, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .otherSymbol:
      let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
      return hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL ? strong(script) : .neutral
    default:
      return strong(hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value))
    }
  }

  /// Returns the strong class of a script.
  private static func strong(_ script: hb_script_t) -> BidiClass {
    switch script {
    case HB_SCRIPT_ARABIC, HB_SCRIPT_SYRIAC, HB_SCRIPT_THAANA: .arabicLetter
    default: hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL ? .rightToLeft : .leftToRight
    }
  }
}
