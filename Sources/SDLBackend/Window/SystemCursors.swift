import CSDL
import ScrollworkHostInterface

/// The desktop's pointer shapes, each created on first use. There is one pointer, so all windows share them.
@MainActor
final class SystemCursors {
  static let shared = SystemCursors()

  private var made: [Cursor: OpaquePointer] = [:]

  /// The shape during a drag, in place of the current one; `nil` without a drag.
  var drag: SDL_SystemCursor? {
    didSet {
      guard drag != oldValue else { return }
      if let cursor = drag.map(dragCursor) ?? cursor(current) { SDL_SetCursor(cursor) }
    }
  }
  private var madeForDrags: [UInt32: OpaquePointer] = [:]

  /// Returns SDL's cursor for a drag, created if needed.
  private func dragCursor(_ shape: SDL_SystemCursor) -> OpaquePointer? {
    if let cursor = madeForDrags[shape.rawValue] { return cursor }
    let cursor = SDL_CreateSystemCursor(shape)
    madeForDrags[shape.rawValue] = cursor
    return cursor
  }

  /// The current shape.
  var current: Cursor = .arrow {
    didSet {
      guard current != oldValue, drag == nil else { return }
      if current == .hidden || oldValue == .hidden {
        SDL_ShowCursor(current == .hidden ? SDL_DISABLE : SDL_ENABLE)
      }
      if current != .hidden, let cursor = cursor(current) { SDL_SetCursor(cursor) }
    }
  }

  /// Returns SDL's cursor for a shape, created if needed.
  private func cursor(_ shape: Cursor) -> OpaquePointer? {
    if let cursor = made[shape] { return cursor }
    let cursor = SDL_CreateSystemCursor(Self.systemCursor(shape))
    made[shape] = cursor
    return cursor
  }

  private static func systemCursor(_ shape: Cursor) -> SDL_SystemCursor {
    switch shape {
    case .arrow, .hidden: SDL_SYSTEM_CURSOR_ARROW
    case .text: SDL_SYSTEM_CURSOR_IBEAM
    case .hand: SDL_SYSTEM_CURSOR_HAND
    case .resizeHorizontal: SDL_SYSTEM_CURSOR_SIZEWE
    case .resizeVertical: SDL_SYSTEM_CURSOR_SIZENS
    }
  }
}
