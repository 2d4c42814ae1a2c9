import Scrollwork
import ScrollworkImageNetworking
import ScrollworkPlatform

/// The caches of pictures on disk, for `--cache` and `--clear-cache`.
struct PictureCaches {
  /// The name of this program's folder in the cache folder of the user.
  static let application = "scrollwork"

  /// The cache of pictures from the network; `nil` if no cache folder is known.
  private let network: ImageDiskCacheConfiguration?

  init() {
    network = ImageDiskCacheConfiguration.standard(application: Self.application)
  }

  /// Configures image loading for all windows of this program.
  /// - Parameter usesDisk: Whether the caches on disk are used. A script passes `false`, so that former runs have no
  ///   influence.
  @MainActor
  func use(usesDisk: Bool) {
    var configuration = ImagePipelineConfiguration()
    configuration.diskCache = usesDisk ? network : nil
    configuration.usesThumbnails = usesDisk
    Application.loadImages(with: configuration, byteLoader: HTTPByteLoader())
  }

  /// The lines that describe the caches: the number of pictures, the size and the folder of each.
  var lines: [String] {
    guard let network else { return ["There are no caches; set XDG_CACHE_HOME or HOME to use them."] }
    let pictures = network.count()
    var lines = [
      "\(Formats.count(pictures.entries)) \(Words.count("picture", pictures.entries)) from the network, "
        + "\(Formats.bytes(pictures.bytes)) of at most \(Formats.bytes(network.limit)), in \(network.folder)"
    ]
    if let problem = network.problem { lines[0] += "; no picture can be added: \(problem)" }
    if let thumbnails = DesktopThumbnails.standard {
      let own = thumbnails.countOwn()
      lines.append(
        "\(Formats.count(own.entries)) \(Words.count("thumbnail", own.entries)) of files made by this program, "
          + "\(Formats.bytes(own.bytes)), in \(thumbnails.folder)")
    }
    return lines
  }

  /// Removes the pictures that this program stored. Thumbnails made by other programs stay.
  /// - Returns: The error messages.
  /// - Complexity: O(*n*), where *n* is the number of cached files.
  func clear() -> [String] {
    var problems: [String] = []
    if let network, let words = network.removeAll() {
      problems.append("\(PathBytes.display(network.folder)): \(words)")
    }
    if let thumbnails = DesktopThumbnails.standard, let words = thumbnails.removeOwn() {
      problems.append("\(PathBytes.display(thumbnails.folder)): \(words)")
    }
    return problems.map { "Cannot empty " + $0 }
  }
}
