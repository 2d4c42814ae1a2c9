internal import CDBus

/// Reads the reply of the settings portal. Its D-Bus type is `a{sa{sv}}`: settings by namespace and name.
///
/// Values of other types and unknown names are ignored.
package enum DesktopSettingsReply {
  /// The namespace of the settings that all desktops share.
  package static let namespace = "org.freedesktop.appearance"

  /// Returns the settings in a reply; `nil` if it has another type.
  /// - Parameter message: A `DBusMessage`; the caller keeps its ownership.
  package static func appearance(in message: OpaquePointer) -> DesktopAppearance? {
    var arguments = DBusMessageIter()
    guard dbus_message_iter_init(message, &arguments) != 0, kind(&arguments) == UInt8(ascii: "a") else { return nil }
    var appearance = DesktopAppearance()
    forEachEntry(of: &arguments) { name, settings in
      guard name == namespace, kind(&settings) == UInt8(ascii: "a") else { return }
      forEachEntry(of: &settings) { name, value in apply(name, unwrapped(value), to: &appearance) }
    }
    return appearance
  }

  /// Stores one setting. The numbers are those of the portal's documentation of `org.freedesktop.appearance`.
  private static func apply(_ name: String, _ value: DBusMessageIter, to appearance: inout DesktopAppearance) {
    var value = value
    switch name {
    case "color-scheme":
      switch number(&value) {
      case 1: appearance.colorScheme = .dark
      case 2: appearance.colorScheme = .light
      default: appearance.colorScheme = nil
      }
    case "contrast": appearance.highContrast = number(&value) == 1
    case "reduced-motion": appearance.reducedMotion = number(&value) == 1
    case "accent-color": appearance.accent = accent(&value)
    default: break
    }
  }

  /// Reads a struct of three doubles; `nil` for other types and for "no colour", expressed by values outside 0 to 1.
  private static func accent(_ value: inout DBusMessageIter) -> DesktopAppearance.Accent? {
    guard kind(&value) == UInt8(ascii: "r") else { return nil }
    var part = DBusMessageIter()
    dbus_message_iter_recurse(&value, &part)
    var parts: [Double] = []
    while kind(&part) == UInt8(ascii: "d"), parts.count < 3 {
      var number = 0.0
      dbus_message_iter_get_basic(&part, &number)
      parts.append(number)
      dbus_message_iter_next(&part)
    }
    guard parts.count == 3, parts.allSatisfy({ (0...1).contains($0) }) else { return nil }
    return DesktopAppearance.Accent(red: parts[0], green: parts[1], blue: parts[2])
  }

  /// Reads an unsigned 32-bit number; `nil` for any other type.
  private static func number(_ value: inout DBusMessageIter) -> UInt32? {
    guard kind(&value) == UInt8(ascii: "u") else { return nil }
    var number: UInt32 = 0
    dbus_message_iter_get_basic(&value, &number)
    return number
  }

  /// Calls `body` for each entry of a dictionary whose keys are strings.
  private static func forEachEntry(of dictionary: inout DBusMessageIter, body: (String, inout DBusMessageIter) -> Void)
  {
    var entry = DBusMessageIter()
    dbus_message_iter_recurse(&dictionary, &entry)
    while kind(&entry) == UInt8(ascii: "e") {
      var part = DBusMessageIter()
      dbus_message_iter_recurse(&entry, &part)
      if kind(&part) == UInt8(ascii: "s") {
        var name: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&part, &name)
        if let name, dbus_message_iter_next(&part) != 0 { body(String(cString: name), &part) }
      }
      dbus_message_iter_next(&entry)
    }
  }

  /// Returns the value inside a variant. Unwraps all levels, because some portals nest variants.
  private static func unwrapped(_ value: DBusMessageIter) -> DBusMessageIter {
    var value = value
    while kind(&value) == UInt8(ascii: "v") {
      var inner = DBusMessageIter()
      dbus_message_iter_recurse(&value, &inner)
      value = inner
    }
    return value
  }

  /// Returns the type code of the next value; 0 at the end.
  private static func kind(_ value: inout DBusMessageIter) -> UInt8 {
    UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&value))
  }
}
