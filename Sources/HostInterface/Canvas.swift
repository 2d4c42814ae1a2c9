public import ScrollworkGeometry

/// How a picture fills a rectangle of other proportions.
public enum ContentMode: Hashable, Sendable {
  /// All of the picture is seen.
  case fit
  /// All of the rectangle is covered; what is too much is cut on both sides.
  case fill
  /// As `fill`, but of what is too high a third is cut above and the rest below: what matters is mostly further up.
  case fillUpper
  /// The picture in its own size (in device pixels), in the middle.
  case center
}

/// One step of drawing, in logical pixels from the origin of its group.
public enum DrawCommand {
  case fill(Rect, Color)
  /// A filled rectangle with round corners; a radius of half the height gives a capsule or a circle.
  case roundedRect(Rect, radius: Double, Color)
  /// A line of `width` along the inside of the shape.
  case border(Rect, radius: Double, width: Double, Color)
  /// The shadow of a rounded rectangle. Nothing is drawn under the shape itself.
  case shadow(Rect, radius: Double, Shadow)
  /// From one colour at the start of the axis to another at its end.
  case gradient(Rect, Axis, Color, Color)
  case image(Bitmap, Rect, ContentMode, radius: Double, opacity: Double)
  /// A line of text with its baseline's left end at the point.
  case text(TextLine, Point, Color)
  case symbol(Symbol, Rect, Color)
  /// What follows is seen only inside the rectangle and the clips around it, until the matching `popClip`.
  case pushClip(Rect)
  case popClip
}

/// Records what a view draws. Nothing is drawn until a painter plays the recording.
public final class Canvas {
  public private(set) var commands: [DrawCommand] = []
  /// Device pixels per logical pixel of the place that the recording is for.
  public let scale: Double
  private var origin = Point.zero
  private var openClips = 0

  public init(scale: Double) {
    self.scale = scale
  }

  /// Forgets all commands but keeps their storage.
  public func removeAll() {
    commands.removeAll(keepingCapacity: true)
    origin = .zero
    openClips = 0
  }

  public var isEmpty: Bool { commands.isEmpty }

  /// Runs `body` with the origin moved by `offset`.
  public func translated(by offset: Point, _ body: () -> Void) {
    origin += offset
    body()
    origin -= offset
  }

  /// Runs `body`; what it draws is seen only inside `rect`.
  public func clipped(to rect: Rect, _ body: () -> Void) {
    commands.append(.pushClip(rect.offset(by: origin)))
    body()
    commands.append(.popClip)
  }

  public func fill(_ rect: Rect, _ color: Color) {
    guard color.alpha > 0, !rect.isEmpty else { return }
    commands.append(.fill(rect.offset(by: origin), color))
  }

  public func roundedRect(_ rect: Rect, radius: Double, _ color: Color) {
    guard color.alpha > 0, !rect.isEmpty else { return }
    commands.append(.roundedRect(rect.offset(by: origin), radius: radius, color))
  }

  public func border(_ rect: Rect, radius: Double = 0, width: Double, _ color: Color) {
    guard color.alpha > 0, width > 0, !rect.isEmpty else { return }
    commands.append(.border(rect.offset(by: origin), radius: radius, width: width, color))
  }

  public func shadow(_ rect: Rect, radius: Double, _ shadow: Shadow) {
    commands.append(.shadow(rect.offset(by: origin), radius: radius, shadow))
  }

  public func gradient(_ rect: Rect, along axis: Axis, from start: Color, to end: Color) {
    commands.append(.gradient(rect.offset(by: origin), axis, start, end))
  }

  public func image(_ bitmap: Bitmap, in rect: Rect, mode: ContentMode, radius: Double = 0, opacity: Double = 1) {
    commands.append(.image(bitmap, rect.offset(by: origin), mode, radius: radius, opacity: opacity))
  }

  /// Draws a line of text with its baseline's left end at `point`.
  public func text(_ line: TextLine, at point: Point, _ color: Color) {
    guard !line.glyphs.isEmpty else { return }
    commands.append(.text(line, point + origin, color))
  }

  public func symbol(_ symbol: Symbol, in rect: Rect, _ color: Color) {
    commands.append(.symbol(symbol, rect.offset(by: origin), color))
  }

  /// A separator line: one device pixel up to scale 2, at the bottom of `rect` or at its top.
  public func hairline(atBottomOf rect: Rect, _ color: Color) {
    let width = max(1, (scale / 2).rounded()) / scale
    fill(Rect(x: rect.minX, y: rect.maxY - width, width: rect.width, height: width), color)
  }
}
