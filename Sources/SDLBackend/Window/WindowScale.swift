import Glibc

/// The choice of the number of device pixels per logical pixel.
package enum WindowScale {
  /// The usable scales. Below the range, text is illegible; above it, no screen can hold a window.
  package static let range = 0.5...8.0

  /// Returns the option, limited to `range`. Without an option, returns the first usable scale among
  /// `SCROLLWORK_SCALE`, `GDK_SCALE`, and the dots per inch of the X resources, 96 of which are a scale of 1. Returns
  /// `nil` if the display is to decide.
  /// - Parameters:
  ///   - variable: Returns a variable of the environment.
  ///   - dotsPerInch: Returns `Xft.dpi` of the X resources; called only if it is needed.
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

  /// Returns the nearest usable scale; 1 for a number that is not finite.
  package static func clamped(_ scale: Double) -> Double {
    scale.isFinite ? min(max(scale, range.lowerBound), range.upperBound) : 1
  }

  /// Returns the value of `Xft.dpi` in the text of the X resources (lines of `name:<space>value`); `nil` if missing.
  package static func dotsPerInch(inResources resources: String) -> Double? {
    for line in resources.split(separator: "\n") where line.hasPrefix("Xft.dpi:") {
      let value = line.dropFirst("Xft.dpi:".count)
      return Double(value.filter { $0 != " " && $0 != "\t" })
    }
    return nil
  }

  /// Returns `Xft.dpi` of the display that `DISPLAY` names; `nil` if it is unknown.
  ///
  /// SDL does not expose the X resources, so this opens a second connection for a moment. One of Xlib would send five
  /// more requests and wait for their answers.
  package static func dotsPerInchOfDisplay() -> Double? {
    guard let connection = XConnection(),
      let resources = connection.read(XConnection.Number.resources, of: connection.root, deletes: false)
    else { return nil }
    return dotsPerInch(inResources: String(decoding: resources.bytes, as: UTF8.self))
  }
}
