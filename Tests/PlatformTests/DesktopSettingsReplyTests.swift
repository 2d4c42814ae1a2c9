import CDBus
import ScrollworkPlatform
import Testing

/// Writes a reply as the settings portal does.
private final class ReplyWriter {
  let message: OpaquePointer

  init?() {
    guard let message = dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN) else { return nil }
    self.message = message
  }

  deinit { dbus_message_unref(message) }

  private func code(_ letter: Unicode.Scalar) -> Int32 { Int32(letter.value) }

  private func append(_ text: String, to place: inout DBusMessageIter) {
    text.withCString { text in
      var text: UnsafePointer<CChar>? = text
      _ = dbus_message_iter_append_basic(&place, code("s"), &text)
    }
  }

  private func container(
    _ kind: Unicode.Scalar, _ signature: String?, in place: inout DBusMessageIter,
    body: (inout DBusMessageIter) -> Void
  ) {
    var inner = DBusMessageIter()
    if let signature {
      _ = dbus_message_iter_open_container(&place, code(kind), signature, &inner)
    } else {
      _ = dbus_message_iter_open_container(&place, code(kind), nil, &inner)
    }
    body(&inner)
    _ = dbus_message_iter_close_container(&place, &inner)
  }

  enum Value {
    case number(UInt32)
    case text(String)
    case color(Double, Double, Double)
    indirect case variant(Value)

    var signature: String {
      switch self {
      case .number: "u"
      case .text: "s"
      case .color: "(ddd)"
      case .variant: "v"
      }
    }
  }

  private func append(_ value: Value, to place: inout DBusMessageIter) {
    container("v", value.signature, in: &place) { place in
      switch value {
      case .number(var number): _ = dbus_message_iter_append_basic(&place, code("u"), &number)
      case .text(let text): append(text, to: &place)
      case .color(let red, let green, let blue):
        container("r", nil, in: &place) { place in
          for var part in [red, green, blue] { _ = dbus_message_iter_append_basic(&place, code("d"), &part) }
        }
      case .variant(let value): append(value, to: &place)
      }
    }
  }

  func write(_ settings: [(String, [(String, Value)])]) {
    var arguments = DBusMessageIter()
    dbus_message_iter_init_append(message, &arguments)
    container("a", "{sa{sv}}", in: &arguments) { spaces in
      for (space, values) in settings {
        container("e", nil, in: &spaces) { entry in
          append(space, to: &entry)
          container("a", "{sv}", in: &entry) { entries in
            for (name, value) in values {
              container("e", nil, in: &entries) { entry in
                append(name, to: &entry)
                append(value, to: &entry)
              }
            }
          }
        }
      }
    }
  }
}

private func appearance(of settings: [(String, [(String, ReplyWriter.Value)])]) -> DesktopAppearance? {
  guard let writer = ReplyWriter() else { return nil }
  writer.write(settings)
  return DesktopSettingsReply.appearance(in: writer.message)
}

@Test func `the portal's reply is parsed`() {
  let found = appearance(of: [
    ("org.gnome.desktop", [("color-scheme", .number(2)), ("contrast", .number(1))]),
    (
      "org.freedesktop.appearance",
      [
        ("color-scheme", .number(1)), ("contrast", .variant(.number(1))), ("reduced-motion", .number(1)),
        ("accent-color", .color(0.25, 0.5, 1)), ("something-new", .text("text")),
      ]
    ),
  ])
  let accent = DesktopAppearance.Accent(red: 0.25, green: 0.5, blue: 1)
  #expect(
    found == DesktopAppearance(colorScheme: .dark, highContrast: true, reducedMotion: true, accent: accent))
}

@Test func `missing, unknown and mistyped settings count as not chosen`() {
  #expect(appearance(of: []) == DesktopAppearance())
  let odd = appearance(of: [
    (
      "org.freedesktop.appearance",
      [
        ("color-scheme", .text("dark")), ("contrast", .number(7)), ("reduced-motion", .color(1, 1, 1)),
        ("accent-color", .color(-1, -1, -1)),
      ]
    )
  ])
  #expect(odd == DesktopAppearance())
}

@Test func `a reply without arguments gives no settings`() throws {
  let writer = try #require(ReplyWriter())
  #expect(DesktopSettingsReply.appearance(in: writer.message) == nil)
}
