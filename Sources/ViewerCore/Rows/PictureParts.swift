import Dispatch
import Scrollwork

/// The readable parts of pictures in damaged files, for tiles and rows. They are made one at a time in the background,
/// and cached.
@MainActor
final class PictureParts {
  static let shared = PictureParts()
  /// The size that a part is reduced to fit, in pixels: that of the largest tiles.
  private nonisolated static let box = PixelSize(width: 512, height: 512)
  /// The largest number of cached parts.
  private static let maximumCount = 64

  /// The cached parts; `nil` for files without a readable part.
  private var known: [ImageRequest.Source: Bitmap?] = [:]
  /// The sources in `known`, the oldest first.
  private var order: [ImageRequest.Source] = []
  private var waiting: [ImageRequest.Source: [(Bitmap?) -> Void]] = [:]
  private let queue = DispatchQueue(label: "damaged pictures", qos: .utility)

  /// Whether parts are still being made.
  var isBusy: Bool { !waiting.isEmpty }

  /// Requests the readable part of the picture in a damaged file.
  /// - Parameter completion: Called once, perhaps before the function returns; with `nil` if nothing can be shown.
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

  /// Requests a picture, and removes the partial picture of a previous request.
  func requestWhole(_ request: ImageRequest?) {
    if request != self.request { bitmap = nil }
    self.request = request
  }

  /// Shows the readable part of a picture in a damaged file.
  /// - Parameter completion: Called if there is such a part.
  func showPart(then completion: @escaping () -> Void = {}) {
    guard case .broken(.corrupt) = state, bitmap == nil, let source = request?.source else { return }
    PictureParts.shared.part(of: source) { [weak self] part in
      guard let self, let part, request?.source == source, case .broken = state else { return }
      bitmap = part
      completion()
    }
  }

  /// Draws the badge of a partially shown picture over its lower trailing corner.
  func drawPartMark(in canvas: Canvas, side: Double, margin: Double) {
    guard isPartial, !isHidden else { return }
    let mark = Rect(x: frame.maxX - margin - side, y: frame.maxY - margin - side, width: side, height: side)
    canvas.roundedRect(mark, radius: side / 2, Color(hex: 0x101218).opacity(0.72))
    canvas.symbol(.warning, in: mark.insetBy(side / 5), Theme.dark.colors.warning)
  }
}
