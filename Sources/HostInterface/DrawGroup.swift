package import ScrollworkGeometry

/// A recorded drawing that moves and fades as one, such as a cell, a scroll bar or a floating panel.
///
/// The painter compares groups with those of the previous frame by `id` and `version` to find the damage. It may keep
/// the pixels of a group in a layer while `version` stays the same.
package struct DrawGroup {
  /// The identity of the group, the same in every frame and different from that of every other group.
  package var id: UInt64
  /// A number that changes with every new recording in `canvas`.
  package var version: UInt64
  /// The rectangle of the group at magnification 1, in logical pixels of the window.
  package var frame: Rect
  /// The distances by which shadows and focus rings extend beyond `frame`, in logical pixels.
  package var outsets: Insets
  /// The opacity of the whole group: 0 (invisible) to 1.
  package var alpha: Double
  /// Magnification about the centre of `frame`; 1 is the recorded size.
  package var scale: Double
  /// The rectangle to which the group is clipped, in logical pixels of the window.
  package var clip: Rect
  /// Whether the group covers every pixel of `frame` with opaque colour, so that the painter may skip groups below.
  package var isOpaque: Bool
  /// The colour that fills `frame` below the recording; `nil` to let the groups below show through.
  package var background: Color?
  /// The recorded drawing, with its origin at the upper left corner of `frame`.
  package var canvas: Canvas

  /// Creates a group. By default it has full opacity, its recorded size and no background.
  package init(
    id: UInt64, version: UInt64, frame: Rect, outsets: Insets = .zero, alpha: Double = 1, scale: Double = 1, clip: Rect,
    isOpaque: Bool = false, background: Color? = nil, canvas: Canvas
  ) {
    self.id = id
    self.version = version
    self.frame = frame
    self.outsets = outsets
    self.alpha = alpha
    self.scale = scale
    self.clip = clip
    self.isOpaque = isOpaque
    self.background = background
    self.canvas = canvas
  }
}

/// Everything that a window shows at one moment, and the time of the next frame.
public struct Frame {
  /// Size of the window in logical pixels.
  package var size: Size
  /// Device pixels per logical pixel.
  package var scale: Double
  /// The colour of areas that no group covers.
  package var background: Color
  /// The groups in drawing order, lowest first.
  package var groups: [DrawGroup]
  /// The time at which the next frame is due if no input arrives before; `nil` if no frame is due, so that the program
  /// may sleep.
  package var wake: Instant?
  /// The window's elements described in words; empty unless the description was requested with the frame.
  package var semantics: [SemanticsNode]
  /// The shape of the pointer at its current position.
  package var cursor: Cursor
  /// The caret of the focused text field, for input methods, in logical pixels of the window; `nil` if no text field
  /// has the focus.
  package var textInput: Rect?

  /// Creates a frame. By default it has no groups and needs no next frame.
  package init(
    size: Size, scale: Double, background: Color, groups: [DrawGroup] = [], wake: Instant? = nil,
    semantics: [SemanticsNode] = [], cursor: Cursor = .arrow, textInput: Rect? = nil
  ) {
    self.size = size
    self.scale = scale
    self.background = background
    self.groups = groups
    self.wake = wake
    self.semantics = semantics
    self.cursor = cursor
    self.textInput = textInput
  }
}

/// The shape of the pointer.
public enum Cursor: Hashable, Sendable {
  case arrow, text, hand, resizeHorizontal, resizeVertical
  /// No pointer is shown, as over a film.
  case hidden
}
