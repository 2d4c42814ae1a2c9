import Scrollwork

/// A sample picture that fills its cell, with a caption over its lower edge.
struct Photo: Component, Equatable, ComponentImagePrefetchable {
  var picture: GalleryPicture
  var caption = ""
  var cornerRadius = 8.0

  init(_ picture: GalleryPicture, caption: String = "", cornerRadius: Double = 8) {
    (self.picture, self.caption, self.cornerRadius) = (picture, caption, cornerRadius)
  }

  var layoutMode: ContentLayoutMode { .fitContainer }
  func renderContent() -> PhotoView { PhotoView() }
  func render(in content: PhotoView) { content.show(self) }

  func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    var request = picture.request
    request.target = place.pixels(of: place.cellSize)
    return [request]
  }
}

/// The content view of `Photo`. It is lighter under the pointer and darker while pressed.
final class PhotoView: ZStack, StateObserving {
  private let picture = ImageView()
  private let caption = Label(style: .bodyStrong, color: .fixed(.white))
  private let shade = Shape(fill: .fixed(.black.opacity(0.5)), cornerRadius: 6)
  private var state = CellState()

  override init() {
    super.init()
    picture.mode = .fillUpper
    caption.lineLimit = 2
    shade.content = caption
    shade.padding = Insets(horizontal: 10, vertical: 6)
    add(picture)
    add(shade, .start, .end)
  }

  func show(_ photo: Photo) {
    picture.request = photo.picture.request
    picture.accessibleName = photo.caption.isEmpty ? photo.picture.title : ""
    picture.cornerRadius = photo.cornerRadius
    caption.text = photo.caption
    // The caption of a picture without rounded corners, which fills the width, stands at the margin of texts.
    insets = photo.cornerRadius == 0 ? Insets(horizontal: 20, vertical: 16) : Insets(8)
    shade.isHidden = photo.caption.isEmpty
  }

  func cellStateDidChange(_ state: CellState) {
    guard state != self.state else { return }
    self.state = state
    setNeedsDisplay()
  }

  override func drawOverlay(in canvas: Canvas, environment: Environment) {
    let radius = picture.cornerRadius
    if state.isPressed {
      canvas.roundedRect(bounds, radius: radius, .black.opacity(0.25))
    } else if state.isHovered {
      canvas.roundedRect(bounds, radius: radius, .white.opacity(0.15))
    }
    if state.isSelected { canvas.border(bounds, radius: radius, width: 3, environment.color(.selectionMark)) }
    if state.isFocused { canvas.border(bounds.insetBy(4), radius: radius - 4, width: 2, environment.color(.focus)) }
  }
}
