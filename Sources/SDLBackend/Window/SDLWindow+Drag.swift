import CSDL
import Dispatch
package import ScrollworkHostInterface

/// Drags from the window to other programs, and to other windows of this one.
extension SDLWindow {
  /// Begins to drag content to other programs, while the left button is down. Until the user releases it, the window
  /// gets no input.
  /// - Parameters:
  ///   - items: The content in several formats, the preferred one first.
  ///   - picture: Makes the picture beside the pointer, if the drag begins.
  ///   - over: Called with the pointer's position in a window of this program; `nil` if it is in none. Returns the
  ///     action that a drop there performs; `nil` if that window refuses the content.
  ///   - completion: Called at the end.
  /// - Returns: `false` without an X server, without a pressed left button, or during another drag.
  package func beginDrag(
    _ items: [ClipboardItem], picture: () -> DragPicture?,
    over: @escaping @MainActor (XDrag.OwnPlace?) -> XDragSource.Action?,
    then completion: @escaping @MainActor (XDrag.End) -> Void
  ) -> Bool {
    guard SDLVideo.driver == "x11", drag == nil, SDL_GetMouseState(nil, nil) & 1 != 0 else { return false }
    drag = XDrag(items, picture: picture()) { event in
      DispatchQueue.main.async { [weak self] in self?.follow(event, over, completion) }
    }
    return true
  }

  /// The identity of the window on the X server; `nil` on other window systems, or after the window was closed.
  package var identityOnX11: UInt32? {
    guard let handle, case let identity = CSDL_identityOnX11(handle), identity != 0 else { return nil }
    return identity
  }

  private func follow(
    _ event: XDrag.Event, _ over: @MainActor (XDrag.OwnPlace?) -> XDragSource.Action?,
    _ completion: @MainActor (XDrag.End) -> Void
  ) {
    switch event {
    case .feedback(.own(let place)):
      let shape = over(place).map { $0 == .move ? SDL_SYSTEM_CURSOR_SIZEALL : SDL_SYSTEM_CURSOR_HAND }
      SystemCursors.shared.drag = shape ?? SDL_SYSTEM_CURSOR_ARROW
    case .feedback(let feedback):
      _ = over(nil)
      SystemCursors.shared.drag =
        switch feedback {
        case .copy: SDL_SYSTEM_CURSOR_HAND
        case .move: SDL_SYSTEM_CURSOR_SIZEALL
        case .refused, .own: SDL_SYSTEM_CURSOR_NO
        }
    case .released:
      _ = over(nil)
      (SystemCursors.shared.drag, drag) = (nil, nil)
    case .ended(let end): completion(end)
    }
  }

  /// Handles an event during a drag: Escape cancels it, and other input has no effect.
  /// - Returns: Whether the event belongs to the drag.
  func isForDrag(_ event: HostEvent) -> Bool {
    guard let drag, case .input(let input) = event else { return false }
    switch input {
    case .keyDown(.escape, _, _): drag.cancel()
    case .activation, .drop, .pointerLeft: return false
    default: break
    }
    return true
  }
}
