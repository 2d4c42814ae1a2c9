import Glibc
import ScrollworkPlatform
import ScrollworkSDLBackend
import Testing

@Test(.enabled(if: getenv("DISPLAY") != nil))
func `a request that the X server refuses does not end the program`() async {
  await #expect(processExitsWith: .success) {
    await DisplayLoss.setHandler { exit(1) }
    typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    typealias Request = @convention(c) (OpaquePointer, UInt) -> Int32
    let library = try #require(DynamicLibrary(names: ["libX11.so.6"]))
    let open = try #require(library.symbol("XOpenDisplay", as: Open.self))
    let map = try #require(library.symbol("XMapWindow", as: Request.self))
    let synchronize = try #require(library.symbol("XSync", as: (@convention(c) (OpaquePointer, Int32) -> Int32).self))
    let display = try #require(open(nil))
    _ = map(display, 0x1234_5678)
    _ = synchronize(display, 0)
  }
}
