import Glibc
import ScrollworkPlatform

/// The functions of libxcb that exchange data with other programs.
///
/// The library is loaded at run time. It is present wherever SDL talks to an X server. Unlike Xlib, it reports a lost
/// connection instead of ending the process.
struct XCBFunctions: Sendable {
  /// The number of a request, which is needed to get its reply. In C it is a structure of this one field.
  typealias Cookie = UInt32
  typealias Connection = OpaquePointer
  typealias Bytes = UnsafeMutableRawPointer

  let connect: @convention(c) @Sendable (UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?) -> Connection?
  let disconnect: @convention(c) @Sendable (Connection) -> Void
  let hasError: @convention(c) @Sendable (Connection) -> Int32
  let descriptor: @convention(c) @Sendable (Connection) -> Int32
  let setup: @convention(c) @Sendable (Connection) -> UnsafeRawPointer?
  let flush: @convention(c) @Sendable (Connection) -> Int32
  let poll: @convention(c) @Sendable (Connection) -> Bytes?
  let newID: @convention(c) @Sendable (Connection) -> UInt32
  let createWindow:
    @convention(c) @Sendable (
      Connection, UInt8, UInt32, UInt32, Int16, Int16, UInt16, UInt16, UInt16, UInt16, UInt32, UInt32,
      UnsafePointer<UInt32>?
    ) -> Cookie
  let changeAttributes: @convention(c) @Sendable (Connection, UInt32, UInt32, UnsafePointer<UInt32>?) -> Cookie
  let internAtom: @convention(c) @Sendable (Connection, UInt8, UInt16, UnsafePointer<CChar>) -> Cookie
  let internAtomReply: @convention(c) @Sendable (Connection, Cookie, UnsafeMutablePointer<Bytes?>?) -> Bytes?
  let changeProperty:
    @convention(c) @Sendable (Connection, UInt8, UInt32, UInt32, UInt32, UInt8, UInt32, UnsafeRawPointer?) -> Cookie
  let deleteProperty: @convention(c) @Sendable (Connection, UInt32, UInt32) -> Cookie
  let getProperty: @convention(c) @Sendable (Connection, UInt8, UInt32, UInt32, UInt32, UInt32, UInt32) -> Cookie
  let getPropertyReply: @convention(c) @Sendable (Connection, Cookie, UnsafeMutablePointer<Bytes?>?) -> Bytes?
  let setOwner: @convention(c) @Sendable (Connection, UInt32, UInt32, UInt32) -> Cookie
  let getOwner: @convention(c) @Sendable (Connection, UInt32) -> Cookie
  let getOwnerReply: @convention(c) @Sendable (Connection, Cookie, UnsafeMutablePointer<Bytes?>?) -> Bytes?
  let convert: @convention(c) @Sendable (Connection, UInt32, UInt32, UInt32, UInt32, UInt32) -> Cookie
  let queryPointer: @convention(c) @Sendable (Connection, UInt32) -> Cookie
  let queryPointerReply: @convention(c) @Sendable (Connection, Cookie, UnsafeMutablePointer<Bytes?>?) -> Bytes?
  let createPixmap: @convention(c) @Sendable (Connection, UInt8, UInt32, UInt32, UInt16, UInt16) -> Cookie
  let createContext: @convention(c) @Sendable (Connection, UInt32, UInt32, UInt32, UnsafePointer<UInt32>?) -> Cookie
  let putImage:
    @convention(c) @Sendable (
      Connection, UInt8, UInt32, UInt32, UInt16, UInt16, Int16, Int16, UInt8, UInt8, UInt32, UnsafeRawPointer
    ) -> Cookie
  let configureWindow: @convention(c) @Sendable (Connection, UInt32, UInt16, UnsafePointer<UInt32>) -> Cookie
  let mapWindow: @convention(c) @Sendable (Connection, UInt32) -> Cookie
  let destroyWindow: @convention(c) @Sendable (Connection, UInt32) -> Cookie
  let send: @convention(c) @Sendable (Connection, UInt8, UInt32, UInt32, UnsafeRawPointer) -> Cookie
  let queryExtension: @convention(c) @Sendable (Connection, UInt16, UnsafePointer<CChar>) -> Cookie
  let queryExtensionReply: @convention(c) @Sendable (Connection, Cookie, UnsafeMutablePointer<Bytes?>?) -> Bytes?
  /// Gives a window the shape of some rectangles; `nil` if the library for it is not installed.
  let shapeRectangles:
    (
      @convention(c) @Sendable (
        Connection, UInt8, UInt8, UInt8, UInt32, Int16, Int16, UInt32, UnsafePointer<UInt16>
      ) -> Cookie
    )?

  /// The functions; `nil` if the library is not installed.
  static let loaded: XCBFunctions? = DynamicLibrary(names: ["libxcb.so.1"]).flatMap { try? XCBFunctions($0) }

  private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
    connect = try library.function("xcb_connect")
    disconnect = try library.function("xcb_disconnect")
    hasError = try library.function("xcb_connection_has_error")
    descriptor = try library.function("xcb_get_file_descriptor")
    setup = try library.function("xcb_get_setup")
    flush = try library.function("xcb_flush")
    poll = try library.function("xcb_poll_for_event")
    newID = try library.function("xcb_generate_id")
    createWindow = try library.function("xcb_create_window")
    changeAttributes = try library.function("xcb_change_window_attributes")
    internAtom = try library.function("xcb_intern_atom")
    internAtomReply = try library.function("xcb_intern_atom_reply")
    changeProperty = try library.function("xcb_change_property")
    deleteProperty = try library.function("xcb_delete_property")
    getProperty = try library.function("xcb_get_property")
    getPropertyReply = try library.function("xcb_get_property_reply")
    setOwner = try library.function("xcb_set_selection_owner")
    getOwner = try library.function("xcb_get_selection_owner")
    getOwnerReply = try library.function("xcb_get_selection_owner_reply")
    convert = try library.function("xcb_convert_selection")
    queryPointer = try library.function("xcb_query_pointer")
    queryPointerReply = try library.function("xcb_query_pointer_reply")
    createPixmap = try library.function("xcb_create_pixmap")
    createContext = try library.function("xcb_create_gc")
    putImage = try library.function("xcb_put_image")
    configureWindow = try library.function("xcb_configure_window")
    mapWindow = try library.function("xcb_map_window")
    destroyWindow = try library.function("xcb_destroy_window")
    send = try library.function("xcb_send_event")
    queryExtension = try library.function("xcb_query_extension")
    queryExtensionReply = try library.function("xcb_query_extension_reply")
    shapeRectangles = DynamicLibrary(names: ["libxcb-shape.so.0"]).flatMap { try? $0.function("xcb_shape_rectangles") }
  }
}
