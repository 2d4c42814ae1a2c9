import CSDL
import Dispatch
package import ScrollworkHostInterface

/// Drags from the window to other programs.
extension SDLWindow {
  /// Begins to drag content to other programs, while the left button is down. Until the user releases it, the window
  /// gets no input.
  /// - Parameters:
  ///   - items: The content in several formats, the preferred one first.
  ///   - picture: Makes the picture beside the pointer, if the drag begins; it is opaque.
  ///   - completion: Called at the end, with whether another program took the content.
  /// - Returns: `false` if the window system is no X server, or a drag goes on already.
  package func beginDrag(
    _ items: [ClipboardItem], picture: () -> Bitmap?, then completion: @escaping @MainActor (Bool) -> Void
  ) -> Bool {
    guard SDLVideo.driver == "x11", drag == nil, SDL_GetMouseState(nil, nil) & 1 != 0 else { return false }
    drag = XDrag(items, picture: picture()) { event in
      DispatchQueue.main.async { [weak self] in self?.follow(event, completion) }
    }
    return true
  }

  private func follow(_ event: XDrag.Event, _ completion: @MainActor (Bool) -> Void) {
    switch event {
    case .feedback(let feedback): SystemCursors.shared.drag = feedback
    case .released: (SystemCursors.shared.drag, drag) = (nil, nil)
    case .ended(let action): completion(action != nil)
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
