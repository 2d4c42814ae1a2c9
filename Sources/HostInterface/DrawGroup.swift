public import ScrollworkGeometry

/// A part of a frame that moves, fades and changes as one: a cell, a bar, a floating panel.
///
/// The painter compares groups with those of the frame before by `id` and `version` to find what must be drawn again; it may
/// keep the pixels of a group as long as `version` stays the same.
public struct DrawGroup {
  /// Who this is, from frame to frame; unique in a frame.
  public var id: UInt64
  /// Changes whenever `canvas` draws something else.
  public var version: UInt64
  /// Where the group is shown, in logical pixels of the window, before `scale`.
  public var frame: Rect
  /// How far the drawing reaches beyond `frame`: shadows, rings.
  public var outsets: Insets
  /// 0 (not seen) to 1.
  public var alpha: Double
  /// Size about the centre of `frame`; 1 is as recorded.
  public var scale: Double
  /// Nothing is seen outside, in logical pixels of the window.
  public var clip: Rect
  /// True if every pixel of `frame` is covered by opaque colour.
  public var isOpaque: Bool
  /// Filled first, over all of `frame`; `nil` where what lies below shows through.
  public var background: Color?
  public var canvas: Canvas

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

/// All that a window shows at one moment, and when to ask again.
public struct Frame {
  /// The window in logical pixels.
  public var size: Size
  /// Device pixels per logical pixel.
  public var scale: Double
  /// What is seen where no group is.
  public var background: Color
  /// Lowest first.
  public var groups: [DrawGroup]
  /// When something will have changed by itself; `nil` if nothing will, so that the program may sleep.
  public var wake: Instant?
  /// What is shown, in words; filled only if it was asked for.
  public var semantics: [SemanticsNode]
  public var cursor: Cursor
  /// The caret of the focused field in logical pixels of the window; `nil` if no text is being typed.
  public var textInput: Rect?

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
