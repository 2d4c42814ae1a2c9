import Glibc
import Scrollwork

/// The magnification and the position of a picture in its view. It has no clock: its owner passes the time of each
/// frame.
///
/// A point of the picture, the anchor, has a position in the view. Zooming scales the picture around the anchor;
/// panning moves the anchor's position. A picture that is smaller than the view is centred, and a larger one always
/// covers the view.
struct PictureZoom {
  /// The rule that determines the magnification.
  enum Rule: Hashable {
    /// The whole picture is visible, at most at its own size.
    case fit
    /// The picture covers the view.
    case fill
    /// The user chose the magnification.
    case free
  }

  /// The geometry of a picture and its view.
  struct Space: Hashable {
    /// The size of the upright picture in pixels.
    var picture = Size.zero
    /// The size of the view in logical pixels.
    var view = Size.zero
    /// The margin of a fitted picture in the view, in logical pixels.
    var inset = 0.0
    /// Device pixels per logical pixel.
    var scale = 1.0

    /// Whether the picture or the view has no size.
    var isEmpty: Bool { picture.isEmpty || view.isEmpty }

    /// The magnification at which the whole picture is visible, in device pixels per pixel of the picture; at most 1.
    var fit: Double {
      let room = Size(width: max(1, view.width - 2 * inset), height: max(1, view.height - 2 * inset))
      return min(1, room.width / picture.width * scale, room.height / picture.height * scale)
    }

    /// The magnification at which the picture covers the view, in device pixels per pixel of the picture.
    var fill: Double { max(view.width / picture.width, view.height / picture.height) * scale }
  }

  private(set) var space = Space()
  private(set) var rule = Rule.fit
  /// The natural logarithm of the magnification, so that steps by equal factors look equally large.
  private var level = SpringValue(0, spring: Self.spring)
  /// The position of the anchor in the view, in logical pixels.
  private var (x, y) = (SpringValue(0, spring: Self.spring), SpringValue(0, spring: Self.spring))
  /// The anchor, in pixels of the picture.
  private var anchor = Point.zero
  /// The velocity of a fling, in logical pixels per second; `nil` without one.
  private var drift: Point?

  /// The factor of one zoom step by wheel or key.
  static let step = 1.25
  /// The largest magnification, in device pixels per pixel of the picture.
  static let largest = 32.0
  /// The spring of zoom steps, and of changes between the fitted picture and its own size.
  static let spring = Spring(response: 0.2, damping: 1)
  static let wideSpring = Spring(response: 0.3, damping: 1)
  /// The factor on a fling's velocity per millisecond, and the velocity at which it ends, in logical pixels per second.
  private static let (decay, slowest) = (0.998, 20.0)

  /// The current magnification, in device pixels per pixel of the picture.
  var magnification: Double { exp(level.value) }
  var targetMagnification: Double { exp(level.target) }
  /// Whether neither an animation nor a fling is running.
  var isAtRest: Bool { level.isAtRest && x.isAtRest && y.isAtRest && drift == nil }
  /// The presented frame of the picture.
  var frame: Rect { frame(magnification, Point(x: x.value, y: y.value)) }
  /// The target frame of the picture.
  var targetFrame: Rect { frame(targetMagnification, Point(x: x.target, y: y.target)) }

  /// Returns whether the picture is larger than the view on an axis, so that it can be panned.
  func overflows(_ axis: Axis) -> Bool { targetFrame.size[axis] > space.view[axis] + 0.5 }
  /// Whether the picture can be panned.
  var overflows: Bool { !space.isEmpty && (overflows(.horizontal) || overflows(.vertical)) }

  private func frame(_ magnification: Double, _ place: Point) -> Rect {
    let unit = magnification / space.scale
    let size = Size(width: space.picture.width * unit, height: space.picture.height * unit)
    func held(_ start: Double, _ length: Double, _ room: Double) -> Double {
      length <= room ? (room - length) / 2 : min(0, max(room - length, start))
    }
    return Rect(
      x: held(place.x - anchor.x * unit, size.width, space.view.width),
      y: held(place.y - anchor.y * unit, size.height, space.view.height), width: size.width, height: size.height)
  }

  /// Adopts another geometry. A magnification that the user chose and the centre of the view are kept.
  /// - Parameter keepsPlace: Whether the picture is the same as before.
  mutating func adopt(_ space: Space, keepsPlace: Bool = true) {
    guard space != self.space || !keepsPlace else { return }
    let former = self.space
    if !keepsPlace || former.isEmpty || former.picture != space.picture {
      self.space = space
      return show(keepsPlace && former.picture == space.picture ? rule : .fit)
    }
    guard rule == .free, !space.isEmpty else {
      self.space = space
      return show(rule)
    }
    let center = Point(x: former.view.width / 2, y: former.view.height / 2)
    hold(center)
    self.space = space
    finish(at: max(space.fit, targetMagnification))
    move(to: Point(x: space.view.width / 2, y: space.view.height / 2))
    if targetMagnification == space.fit { rule = .fit }
  }

  /// Shows the picture by a rule, without an animation.
  private mutating func show(_ rule: Rule) {
    self.rule = rule
    guard !space.isEmpty else { return }
    anchor = Point(x: space.picture.width / 2, y: space.picture.height / 2)
    finish(at: rule == .fill ? space.fill : space.fit)
    move(to: Point(x: space.view.width / 2, y: space.view.height / 2))
  }

  /// Ends all animations at a magnification.
  private mutating func finish(at magnification: Double) {
    level.target = log(magnification)
    level.finish()
    drift = nil
  }

  private mutating func move(to place: Point) {
    (x.target, y.target) = (place.x, place.y)
    x.finish()
    y.finish()
  }

  /// Makes the point of the picture at a position in the view the anchor. Nothing visible changes.
  private mutating func hold(_ place: Point) {
    let (frame, unit) = (frame, magnification / space.scale)
    anchor = Point(x: (place.x - frame.minX) / unit, y: (place.y - frame.minY) / unit)
    move(to: place)
    drift = nil
  }

  // MARK: Commands

  /// Zooms around a position in the view.
  /// - Parameters:
  ///   - place: The position in the view; `nil` for the centre.
  ///   - spring: The spring of the animation; `nil` for none.
  mutating func zoom(to magnification: Double, about place: Point?, _ spring: Spring?) {
    guard !space.isEmpty else { return }
    hold(place ?? Point(x: space.view.width / 2, y: space.view.height / 2))
    let wanted = min(Self.largest, max(space.fit, magnification))
    rule = wanted <= space.fit * 1.000_001 ? .fit : .free
    level.spring = spring ?? level.spring
    level.target = log(wanted)
    if spring == nil { level.finish() }
  }

  /// Zooms by steps; positive ones zoom in. Zooming across the own size of the picture stops at it.
  mutating func zoom(by steps: Double, about place: Point?, _ spring: Spring?) {
    guard !space.isEmpty, steps != 0 else { return }
    let now = targetMagnification
    var next = now * pow(Self.step, steps)
    let isCrossed = steps > 0 ? now < 0.999 && next > 1 : now > 1.001 && next < 1
    if isCrossed { next = 1 }
    zoom(to: next, about: place, spring)
  }

  /// Shows the picture by a rule, animated unless `spring` is `nil`.
  mutating func apply(_ rule: Rule, _ spring: Spring?) {
    guard !space.isEmpty else { return }
    zoom(to: rule == .fill ? space.fill : space.fit, about: nil, spring)
    self.rule = rule
  }

  /// Moves the picture with the pointer, without an animation.
  mutating func pan(by delta: Point) {
    let place = Point(x: x.value + delta.x, y: y.value + delta.y)
    level.finish()
    move(to: place)
    drift = nil
    keepInside(place)
  }

  /// Moves the picture, animated unless `spring` is `nil`.
  mutating func pan(by delta: Point, _ spring: Spring?) {
    guard let spring else { return pan(by: delta) }
    let (end, unit) = (targetFrame.origin + delta, targetMagnification / space.scale)
    let held = frame(targetMagnification, Point(x: end.x + anchor.x * unit, y: end.y + anchor.y * unit))
    hold(frame.origin)
    (x.spring, y.spring) = (spring, spring)
    (x.target, y.target) = (held.minX, held.minY)
    drift = nil
  }

  /// Starts a fling after a drag that is fast enough.
  /// - Parameter velocity: In logical pixels per second.
  mutating func fling(_ velocity: Point) {
    drift = hypot(velocity.x, velocity.y) > 4 * Self.slowest ? velocity : nil
  }

  /// Stops all animations at the presented frame.
  mutating func stop() {
    guard !space.isEmpty, !isAtRest else { return }
    let now = magnification
    hold(Point(x: space.view.width / 2, y: space.view.height / 2))
    finish(at: now)
  }

  /// Advances animations and the fling by `seconds`.
  mutating func advance(by seconds: Double) {
    level.advance(by: seconds, tolerance: 0.000_5, slow: 0.01)
    x.advance(by: seconds)
    y.advance(by: seconds)
    guard let velocity = drift else { return }
    let place = Point(x: x.value + velocity.x * seconds, y: y.value + velocity.y * seconds)
    let rest = pow(Self.decay, seconds * 1000)
    move(to: place)
    keepInside(place)
    // The motion ends on an axis whose edge is reached.
    let next = Point(
      x: abs(x.value - place.x) > 0.01 ? 0 : velocity.x * rest, y: abs(y.value - place.y) > 0.01 ? 0 : velocity.y * rest
    )
    drift = hypot(next.x, next.y) < Self.slowest ? nil : next
  }

  /// Drops the part of a movement beyond an edge of the picture, so that moving back has an effect at once.
  private mutating func keepInside(_ place: Point) {
    let unit = magnification / space.scale
    let start = Point(x: place.x - anchor.x * unit, y: place.y - anchor.y * unit)
    move(to: place + (frame.origin - start))
  }
}
