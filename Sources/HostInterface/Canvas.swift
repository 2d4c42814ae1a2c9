public import ScrollworkGeometry

/// The rule by which a picture is fitted into a rectangle of other proportions.
public enum ContentMode: Hashable, Sendable {
  /// Scales the picture so that all of it is visible; parts of the rectangle may stay empty.
  case fit
  /// Scales the picture so that it covers the rectangle. The surplus is cut equally on two opposite sides.
  case fill
  /// Scales the picture like `fill`, but cuts one third of a surplus height above and two thirds below. Faces and
  /// titles are mostly in the upper half.
  case fillUpper
  /// Shows the picture unscaled, one picture pixel per device pixel, in the centre of the rectangle.
  case center
}

/// One step of a recorded drawing, in logical pixels from the origin of its group.
package enum DrawCommand {
  /// A filled rectangle.
  case fill(Rect, Color)
  /// A filled rectangle with round corners. A radius of half the height gives a capsule or a circle.
  case roundedRect(Rect, radius: Double, Color)
  /// A line inside the edge of a rounded rectangle, `width` logical pixels wide.
  case border(Rect, radius: Double, width: Double, Color)
  /// The shadow of a rounded rectangle, drawn only outside the rectangle.
  case shadow(Rect, radius: Double, Shadow)
  /// A linear gradient over the rectangle along the axis, from the first colour to the second.
  case gradient(Rect, Axis, Color, Color)
  /// A picture fitted into the rectangle by the content mode, with round corners; opacity 0...1.
  case image(Bitmap, Rect, ContentMode, radius: Double, opacity: Double)
  /// A line of text; the point is the left end of its baseline.
  case text(TextLine, Point, Color)
  /// A symbol scaled to the rectangle, in one colour.
  case symbol(Symbol, Rect, Color)
  /// A clip for the following commands, until the matching `popClip`. It applies in addition to the enclosing clips.
  case pushClip(Rect)
  /// Ends the innermost clip.
  case popClip
}

/// A recorder for the drawing of a view. A painter plays the recorded commands later.
///
/// Every command changes two properties of the canvas, so dynamic checks of exclusive access would cost more than the
/// access. They are off: no other code runs during an access.
public final class Canvas {
  /// The recorded commands in drawing order: later ones cover earlier ones.
  @exclusivity(unchecked) package private(set) var commands: [DrawCommand] = []
  /// Device pixels per logical pixel of the surface that the recording is for.
  public let scale: Double
  @exclusivity(unchecked) private var origin = Point.zero

  /// Creates an empty recording.
  /// - Parameter scale: Device pixels per logical pixel.
  package init(scale: Double) {
    self.scale = scale
  }

  /// Removes all commands and keeps their storage for the next recording.
  package func removeAll() {
    commands.removeAll(keepingCapacity: true)
    origin = .zero
  }

  /// Whether nothing was recorded.
  package var isEmpty: Bool { commands.isEmpty }

  /// Runs `body` with the origin moved by `offset` logical pixels.
  package func translated(by offset: Point, _ body: () -> Void) {
    origin += offset
    body()
    origin -= offset
  }

  /// Runs `body` and clips everything that it draws to `rect`.
  package func clipped(to rect: Rect, _ body: () -> Void) {
    commands.append(.pushClip(rect.offset(by: origin)))
    body()
    commands.append(.popClip)
  }

  /// Fills `rect`. Empty rectangles and transparent colours record nothing.
  public func fill(_ rect: Rect, _ color: Color) {
    guard color.alpha > 0, !rect.isEmpty else { return }
    commands.append(.fill(rect.offset(by: origin), color))
  }

  /// Fills `rect` with corners rounded by `radius` logical pixels. Empty rectangles and transparent colours record
  /// nothing.
  public func roundedRect(_ rect: Rect, radius: Double, _ color: Color) {
    guard color.alpha > 0, !rect.isEmpty else { return }
    commands.append(.roundedRect(rect.offset(by: origin), radius: radius, color))
  }

  /// Draws a line of `width` logical pixels inside the edge of `rect`. Invisible borders record nothing.
  public func border(_ rect: Rect, radius: Double = 0, width: Double, _ color: Color) {
    guard color.alpha > 0, width > 0, !rect.isEmpty else { return }
    commands.append(.border(rect.offset(by: origin), radius: radius, width: width, color))
  }

  /// Draws the shadow of a rounded rectangle, outside the rectangle only.
  package func shadow(_ rect: Rect, radius: Double, _ shadow: Shadow) {
    commands.append(.shadow(rect.offset(by: origin), radius: radius, shadow))
  }

  /// Fills `rect` with a linear gradient from `start` at the left or upper edge to `end` at the opposite one.
  package func gradient(_ rect: Rect, along axis: Axis, from start: Color, to end: Color) {
    commands.append(.gradient(rect.offset(by: origin), axis, start, end))
  }

  /// Draws `bitmap` fitted into `rect` by `mode`, clipped to corners of `radius` logical pixels; opacity 0...1.
  package func image(_ bitmap: Bitmap, in rect: Rect, mode: ContentMode, radius: Double = 0, opacity: Double = 1) {
    commands.append(.image(bitmap, rect.offset(by: origin), mode, radius: radius, opacity: opacity))
  }

  /// Draws a line of text; `point` is the left end of its baseline. A line without glyphs records nothing.
  package func text(_ line: TextLine, at point: Point, _ color: Color) {
    guard !line.glyphs.isEmpty else { return }
    commands.append(.text(line, point + origin, color))
  }

  /// Draws `symbol` scaled to `rect`.
  public func symbol(_ symbol: Symbol, in rect: Rect, _ color: Color) {
    commands.append(.symbol(symbol, rect.offset(by: origin), color))
  }

  /// Draws a separator along the lower edge of `rect`. It is one device pixel thick below scale 3, two from scale 3 on
  /// and three from scale 5 on.
  ///
  /// On dense screens a single device pixel is hard to see.
  package func hairline(atBottomOf rect: Rect, _ color: Color) {
    let width = max(1, (scale / 2).rounded()) / scale
    fill(Rect(x: rect.minX, y: rect.maxY - width, width: rect.width, height: width), color)
  }
}
