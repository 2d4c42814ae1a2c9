import Scrollwork
import ScrollworkImageNetworking
import ScrollworkPlatform

/// The caches of pictures on the disk: what `--cache` and `--clear-cache` are about.
struct PictureCaches {
  /// The name of this program's folder among the caches.
  static let application = "scrollwork"

  private let network: ImageDiskCacheConfiguration?

  init() {
    network = ImageDiskCacheConfiguration.standard(application: Self.application)
  }

  /// Lets the windows of this program use them, and the network.
  /// - Parameter usesDisk: False where nothing of former runs may count.
  @MainActor
  func use(usesDisk: Bool) {
    var configuration = ImagePipelineConfiguration()
    configuration.diskCache = usesDisk ? network : nil
    configuration.usesThumbnails = usesDisk
    Application.loadImages(with: configuration, byteLoader: HTTPByteLoader())
  }

  /// A line for each cache.
  var lines: [String] {
    guard let network else { return ["There are no caches: neither XDG_CACHE_HOME nor HOME says where they would be."] }
    let pictures = network.count()
    var lines = [
      "\(Formats.count(pictures.entries)) \(Words.count("picture", pictures.entries)) of the network, "
        + "\(Formats.bytes(pictures.bytes)) of at most \(Formats.bytes(network.limit)), in \(network.folder)"
    ]
    if let problem = network.problem { lines[0] += "; none can be added: \(problem)" }
    if let thumbnails = DesktopThumbnails.standard {
      let own = thumbnails.countOwn()
      lines.append(
        "\(Formats.count(own.entries)) small \(Words.count("picture", own.entries)) of files made by this program, "
          + "\(Formats.bytes(own.bytes)), in \(thumbnails.folder)")
    }
    return lines
  }

  /// Removes what this program has put there; small pictures that others have made stay.
  /// - Returns: What went wrong, in words.
  func clear() -> [String] {
    var problems: [String] = []
    if let network, let words = network.removeAll() {
      problems.append("\(PathBytes.display(network.folder)): \(words)")
    }
    if let thumbnails = DesktopThumbnails.standard, let words = thumbnails.removeOwn() {
      problems.append("\(PathBytes.display(thumbnails.folder)): \(words)")
    }
    return problems.map { "cannot empty " + $0 }
  }
}
