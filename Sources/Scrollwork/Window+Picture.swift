package import ScrollworkContentViews
import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkSDLBackend

extension Window {
  /// Draws a view that is in no window, in its own size and in the theme and scale of this window.
  package func picture(of view: View) -> Bitmap {
    let environment = host.environment
    let size = view.sizeThatFits(Size(width: .infinity, height: .infinity), environment: environment)
    let other = ViewHost(content: view, size: size, environment: environment)
    let buffer = PixelBuffer(
      width: Int((size.width * environment.scale).rounded()), height: Int((size.height * environment.scale).rounded()))
    _ = Painter(glyphs: services.text).paint(other.frame(at: host.now), into: buffer.surface, everything: true)
    return Bitmap(
      width: buffer.surface.width, height: buffer.surface.height, pixels: buffer.pixels, isOpaque: true)
  }
}
