import Glibc

/// How many device pixels a logical pixel has.
package enum WindowScale {
  /// What is usable: below, text cannot be read; above, no screen holds a window.
  package static let range = 0.5...8.0

  /// What is asked for, taken from the first that says something usable: the option, `SCROLLWORK_SCALE`, `GDK_SCALE`,
  /// the dots per inch of the X resources (96 stand for a scale of 1). `nil` if nothing is: then the display decides.
  /// - Parameters:
  ///   - variable: Looks up the environment.
  ///   - dotsPerInch: `Xft.dpi`; asked for only if it is needed.
  package static func configured(
    option: Double?, variable: (String) -> String?, dotsPerInch: () -> Double?
  ) -> Double? {
    if let option { return clamped(option) }
    for name in ["SCROLLWORK_SCALE", "GDK_SCALE"] {
      if let scale = variable(name).flatMap(Double.init), range.contains(scale) { return scale }
    }
    guard let dots = dotsPerInch(), range.contains(dots / 96) else { return nil }
    return dots / 96
  }

  /// The nearest scale that is usable.
  package static func clamped(_ scale: Double) -> Double {
    scale.isFinite ? min(max(scale, range.lowerBound), range.upperBound) : 1
  }

  /// The value of `Xft.dpi` in the text of the X resources (`name:<space>value`, one a line).
  package static func dotsPerInch(inResources resources: String) -> Double? {
    for line in resources.split(separator: "\n") where line.hasPrefix("Xft.dpi:") {
      let value = line.dropFirst("Xft.dpi:".count)
      return Double(value.filter { $0 != " " && $0 != "\t" })
    }
    return nil
  }

  /// `Xft.dpi` of the display that `DISPLAY` names. libX11 is there wherever SDL speaks to an X server, but SDL does not
  /// pass the resources on; so a second connection is opened for a moment (0.2 ms on a local server).
  package static func dotsPerInchOfDisplay() -> Double? {
    typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    typealias Resources = @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?
    typealias Close = @convention(c) (OpaquePointer) -> Int32
    guard let library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_LOCAL) else { return nil }
    defer { dlclose(library) }
    guard let open = dlsym(library, "XOpenDisplay"), let resources = dlsym(library, "XResourceManagerString"),
      let close = dlsym(library, "XCloseDisplay"), let display = unsafeBitCast(open, to: Open.self)(nil)
    else { return nil }
    defer { _ = unsafeBitCast(close, to: Close.self)(display) }
    guard let text = unsafeBitCast(resources, to: Resources.self)(display) else { return nil }
    return dotsPerInch(inResources: String(cString: text))
  }
}
