import Scrollwork
import ScrollworkPlatform

/// One picture, as large as it fits.
final class PictureScreen: ViewerScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  private let path: String
  private let picture = PictureView()
  private let size: Int

  init(path: String, info: FileInfo) {
    self.path = path
    size = info.size
    let version = UInt64(bitPattern: info.modified.seconds) ^ UInt64(info.size)
    picture.image.request = ImageRequest(source: .file(path: path, version: version), target: nil, mode: .fit)
    picture.image.onStateChange = { [weak self] _ in self?.onChange?() }
  }

  var title: String { PathBytes.display(FilePath.lastComponent(of: path)) }
  var view: View { picture }
  var crumbs: [CrumbBar.Crumb] { CrumbBar.Crumb.parts(of: path) }
  var isBusy: Bool { picture.image.state == .waiting }
  let filterPrompt: String? = nil
  let leavesByEscape = true

  var status: Status {
    var status = Status(items: [.init(text: Formats.bytes(size))])
    if case .broken(let error) = picture.image.state { status.items.append(.init(text: "\(error)")) }
    return status
  }

  func setFilter(_ texts: [String]) throws(ExpressionError) {}
  func setSort(_ keys: [SortKey]) throws(ExpressionError) {}
  func reload() {}
  func stop() {}
}

/// A picture in the middle of its space.
final class PictureView: View {
  let image = ImageView()

  override init() {
    super.init()
    image.mode = .fit
    image.cornerRadius = 0
    image.hasInnerLine = false
    image.placeholderColor = .surface
    addChild(image)
  }

  override func layout(environment: Environment) { image.frame = bounds.insetBy(20) }
}
