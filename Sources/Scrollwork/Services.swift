import ScrollworkHostInterface
package import ScrollworkImageLoading
package import ScrollworkSDLBackend

/// The services that all windows of a program share.
@MainActor
package final class Services {
  /// The text engine.
  package let text: TextEngine
  /// The image pipeline.
  package let images: ImagePipeline
  /// The clipboard.
  package let clipboard = SDLClipboard()

  private static var current: Services?
  // The settings for `images`, used when the services are created.
  static var imageSettings: (configuration: ImagePipelineConfiguration, byteLoader: (any ByteLoading)?) = (.init(), nil)

  /// Whether the services exist.
  static var areMade: Bool { current != nil }

  /// Returns the program's services, created for the first window.
  /// - Throws: If there is no font.
  package static func shared() throws(TextEngineError) -> Services {
    if let current { return current }
    let services = try Services()
    current = services
    return services
  }

  private init() throws(TextEngineError) {
    text = try TextEngine(
      fontDirectory: AssetDirectory.fonts, fallback: SystemFonts())
    let settings = Self.imageSettings
    images = ImagePipeline(
      decoder: BitmapDecoder(), encoder: BitmapEncoder(), byteLoader: settings.byteLoader,
      configuration: settings.configuration)
  }
}
