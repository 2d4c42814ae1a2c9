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
  // The settings with which `images` is created later.
  static var imageSettings: (configuration: ImagePipelineConfiguration, byteLoader: (any ByteLoading)?) = (.init(), nil)

  /// Whether the services were created, so that their settings cannot change any more.
  static var areMade: Bool { current != nil }

  /// Returns the program's services. The first call creates them.
  /// - Throws: An error if FreeType cannot be started.
  package static func shared() throws(TextEngineError) -> Services {
    if let current { return current }
    let services = try Services()
    current = services
    return services
  }

  private init() throws(TextEngineError) {
    text = try TextEngine(fallback: SystemFonts())
    let settings = Self.imageSettings
    images = ImagePipeline(
      decoder: BitmapDecoder(), encoder: BitmapEncoder(), byteLoader: settings.byteLoader,
      configuration: settings.configuration)
  }
}
