internal import CDBus
import Dispatch
import Glibc

/// Reads the user's settings from the desktop portal: dark or light, contrast, motion, accent colour.
///
/// The protocol is `org.freedesktop.portal.Settings` over D-Bus. Each read opens and closes a private connection, which
/// shares no state with other code of the process that uses D-Bus.
package enum DesktopSettings {
  /// Reads the settings in the background and returns at once.
  /// - Parameter completion: Called once, on a background thread; receives `nil` if there is no desktop portal.
  package static func read(completion: @escaping @Sendable (DesktopAppearance?) -> Void) {
    DispatchQueue.global(qos: .userInitiated).async { completion(read()) }
  }

  /// Reads the settings and blocks until the answer comes; do not call it on the main thread.
  /// - Parameters:
  ///   - address: The address of the session bus; with `nil` the result is `nil` at once.
  ///   - timeout: The longest wait, in milliseconds.
  /// - Returns: `nil` without a bus or a portal, or after the time-out.
  package static func read(address: String? = sessionBusAddress, timeout: Int = 200) -> DesktopAppearance? {
    guard let address, timeout > 0 else { return nil }
    var error = DBusError()
    dbus_error_init(&error)
    defer { dbus_error_free(&error) }
    // `dbus_bus_get` is not used, because it sends "Hello" with a fixed time-out of 25 seconds.
    guard let connection = dbus_connection_open_private(address, &error) else { return nil }
    defer {
      dbus_connection_close(connection)
      dbus_connection_unref(connection)
    }
    let deadline = ProcessStatistics.monotonicNanoseconds + Int64(timeout) * 1_000_000
    guard let hello = helloMessage(), let reply = call(hello, on: connection, until: deadline) else { return nil }
    dbus_message_unref(reply)
    guard let question = settingsMessage(), let answer = call(question, on: connection, until: deadline) else {
      return nil
    }
    defer { dbus_message_unref(answer) }
    return DesktopSettingsReply.appearance(in: answer)
  }

  /// The address of the user's session bus; `nil` if there is none. Does not start a bus.
  package static var sessionBusAddress: String? {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }), !address.isEmpty {
      return address.hasPrefix("autolaunch:") ? nil : address
    }
    guard let directory = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), directory.hasPrefix("/") else {
      return nil
    }
    var information = stat()
    guard stat(directory + "/bus", &information) == 0, information.st_mode & S_IFMT == S_IFSOCK else { return nil }
    return "unix:path=" + directory + "/bus"
  }

  /// Makes the message that the bus requires first on each connection.
  private static func helloMessage() -> OpaquePointer? {
    dbus_message_new_method_call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")
  }

  /// Makes the request `ReadAll(["org.freedesktop.appearance"])`.
  ///
  /// Unlike `ReadOne`, every version of the portal has `ReadAll`, which takes one round trip for all settings.
  private static func settingsMessage() -> OpaquePointer? {
    let message = dbus_message_new_method_call(
      "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Settings", "ReadAll")
    guard let message else { return nil }
    var arguments = DBusMessageIter()
    var names = DBusMessageIter()
    dbus_message_iter_init_append(message, &arguments)
    let isComplete = DesktopSettingsReply.namespace.withCString { name in
      var name: UnsafePointer<CChar>? = name
      return dbus_message_iter_open_container(&arguments, Int32(UInt8(ascii: "a")), "s", &names) != 0
        && dbus_message_iter_append_basic(&names, Int32(UInt8(ascii: "s")), &name) != 0
        && dbus_message_iter_close_container(&arguments, &names) != 0
    }
    if isComplete { return message }
    dbus_message_unref(message)
    return nil
  }

  /// Sends `message`, releases it and returns the reply, which the caller must release; `nil` on failure or time-out.
  ///
  /// `dbus_connection_send_with_reply_and_block` cannot be used: before its time-out begins, it waits without limit
  /// until the peer has taken the whole message.
  private static func call(
    _ message: OpaquePointer, on connection: OpaquePointer, until deadline: Int64
  ) -> OpaquePointer? {
    defer { dbus_message_unref(message) }
    var pending: OpaquePointer?
    guard dbus_connection_send_with_reply(connection, message, &pending, -1) != 0, let pending else { return nil }
    defer { dbus_pending_call_unref(pending) }
    while dbus_pending_call_get_completed(pending) == 0 {
      let milliseconds = (deadline - ProcessStatistics.monotonicNanoseconds) / 1_000_000
      guard milliseconds > 0, dbus_connection_read_write_dispatch(connection, Int32(clamping: milliseconds)) != 0 else {
        dbus_pending_call_cancel(pending)
        return nil
      }
    }
    guard let reply = dbus_pending_call_steal_reply(pending) else { return nil }
    if dbus_message_get_type(reply) == DBUS_MESSAGE_TYPE_METHOD_RETURN { return reply }
    dbus_message_unref(reply)
    return nil
  }
}
