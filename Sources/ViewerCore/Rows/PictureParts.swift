import Dispatch
import Scrollwork

/// What damaged files still have of their pictures, for tiles and rows: made one at a time in the background, and kept.
@MainActor
final class PictureParts {
  static let shared = PictureParts()
  /// The box for a part, in pixels: that of the largest tiles.
  private nonisolated static let box = PixelSize(width: 512, height: 512)
  /// The largest number of parts that are kept.
  private static let maximumCount = 64

  /// The parts of files; `nil` for those that have none.
  private var known: [ImageRequest.Source: Bitmap?] = [:]
  /// The sources in `known`, the oldest first.
  private var order: [ImageRequest.Source] = []
  private var waiting: [ImageRequest.Source: [(Bitmap?) -> Void]] = [:]
  private let queue = DispatchQueue(label: "damaged pictures", qos: .utility)

  /// Asks for the part of the picture in a damaged file.
  /// - Parameter completion: Called once, now or later; with `nil` if nothing can be shown.
  func part(of source: ImageRequest.Source, then completion: @escaping (Bitmap?) -> Void) {
    if let part = known[source] { return completion(part) }
    guard case .file(let path, _) = source else { return completion(nil) }
    waiting[source, default: []].append(completion)
    guard waiting[source]?.count == 1 else { return }
    queue.async {
      let part = PictureDetail.readPart(path, for: Self.box)
      DispatchQueue.main.async { [self] in finish(source, part) }
    }
  }

  private func finish(_ source: ImageRequest.Source, _ part: Bitmap?) {
    known[source] = .some(part)
    order.append(source)
    if order.count > Self.maximumCount { known[order.removeFirst()] = nil }
    for completion in waiting.removeValue(forKey: source) ?? [] { completion(part) }
  }
}

extension ImageView {
  /// Whether only a part of a damaged picture is shown.
  var isPartial: Bool {
    guard bitmap != nil, case .broken = state else { return false }
    return true
  }

  /// Requests a picture, and takes away the part of a former one.
  func requestWhole(_ request: ImageRequest?) {
    if request != self.request { bitmap = nil }
    self.request = request
  }

  /// Shows what a damaged file still has of its picture.
  /// - Parameter completion: Called if there is a part.
  func showPart(then completion: @escaping () -> Void = {}) {
    guard case .broken(.corrupt) = state, bitmap == nil, let source = request?.source else { return }
    PictureParts.shared.part(of: source) { [weak self] part in
      guard let self, let part, request?.source == source, case .broken = state else { return }
      bitmap = part
      completion()
    }
  }

  /// Draws the mark of a picture of which only a part is shown, over its lower end corner.
  func drawPartMark(in canvas: Canvas, side: Double, margin: Double) {
    guard isPartial, !isHidden else { return }
    let mark = Rect(x: frame.maxX - margin - side, y: frame.maxY - margin - side, width: side, height: side)
    canvas.roundedRect(mark, radius: side / 2, Color(hex: 0x101218).opacity(0.72))
    canvas.symbol(.warning, in: mark.insetBy(side / 5), Theme.dark.colors.warning)
  }
}
