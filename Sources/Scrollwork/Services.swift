import ScrollworkHostInterface
package import ScrollworkImageLoading
package import ScrollworkSDLBackend

/// What all windows of a program share.
@MainActor
package final class Services {
  package let text: TextEngine
  package let images: ImagePipeline
  package let clipboard = SDLClipboard()

  private static var current: Services?
  static var imageSettings: (configuration: ImagePipelineConfiguration, byteLoader: (any ByteLoading)?) = (.init(), nil)

  static var areMade: Bool { current != nil }

  /// The services of this program, made when the first window needs them.
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
