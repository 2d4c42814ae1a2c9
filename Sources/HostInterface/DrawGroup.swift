public import ScrollworkGeometry

/// A part of a frame that moves, fades and changes as one: a cell, a bar, a floating panel.
///
/// The painter compares groups with those of the previous frame by `id` and `version` to find the damage. It may keep
/// the pixels of a group in a layer while `version` stays the same.
public struct DrawGroup {
  /// The identity of the group across frames; unique in a frame.
  public var id: UInt64
  /// A number that changes whenever `canvas` draws something else.
  public var version: UInt64
  /// The target rectangle in logical pixels of the window, before `scale`.
  public var frame: Rect
  /// The distance that the drawing extends beyond `frame`, in logical pixels: shadows, focus rings.
  public var outsets: Insets
  /// The opacity of the whole group: 0 (invisible) to 1.
  public var alpha: Double
  /// Magnification about the centre of `frame`; 1 is the recorded size.
  public var scale: Double
  /// The visible rectangle in logical pixels of the window. Everything outside is cut.
  public var clip: Rect
  /// Whether opaque colour covers every pixel of `frame`, so that the painter may skip the groups below.
  public var isOpaque: Bool
  /// The colour that fills `frame` before the recording is played; `nil` if the groups below show through.
  public var background: Color?
  /// The recorded drawing, with its origin at the upper left corner of `frame`.
  public var canvas: Canvas

  /// Creates a group at full opacity and recorded size.
  public init(
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
  public var size: Size
  /// Device pixels per logical pixel.
  public var scale: Double
  /// The colour of areas that no group covers.
  public var background: Color
  /// The groups in drawing order, lowest first.
  public var groups: [DrawGroup]
  /// The time of the next frame if no input arrives; `nil` if nothing will change, so that the program may sleep.
  public var wake: Instant?
  /// The content described in words; filled only if the caller asked for it.
  public var semantics: [SemanticsNode]
  /// The shape of the pointer at its current position.
  public var cursor: Cursor
  /// The caret of the focused text field in logical pixels of the window, for input methods; `nil` if no field is
  /// focused.
  public var textInput: Rect?

  /// Creates a frame without animation, semantics or text input by default.
  public init(
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
}
