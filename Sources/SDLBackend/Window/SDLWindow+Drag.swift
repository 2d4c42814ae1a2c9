import CSDL
import Dispatch
package import ScrollworkHostInterface

/// Drags from the window to other programs, and to other windows of this one.
extension SDLWindow {
  /// Begins to drag content to other programs, while the left button is down. Until the user releases it, the window
  /// gets no input.
  /// - Parameters:
  ///   - items: The content in several formats, the preferred one first.
  ///   - picture: Makes the picture beside the pointer, if the drag begins; it is opaque.
  ///   - targets: The windows of this program that take the content; see `identityOnX11`.
  ///   - completion: Called at the end.
  /// - Returns: `false` if the window system is no X server, or a drag goes on already.
  package func beginDrag(
    _ items: [ClipboardItem], picture: () -> Bitmap?, ownTargets targets: Set<UInt32> = [],
    then completion: @escaping @MainActor (XDrag.End) -> Void
  ) -> Bool {
    guard SDLVideo.driver == "x11", drag == nil, SDL_GetMouseState(nil, nil) & 1 != 0 else { return false }
    drag = XDrag(items, picture: picture(), ownTargets: targets) { event in
      DispatchQueue.main.async { [weak self] in self?.follow(event, completion) }
    }
    return true
  }

  /// The identity of the window on the X server; `nil` on other window systems, or after the window was closed.
  package var identityOnX11: UInt32? {
    guard let handle, case let identity = CSDL_identityOnX11(handle), identity != 0 else { return nil }
    return identity
  }

  private func follow(_ event: XDrag.Event, _ completion: @MainActor (XDrag.End) -> Void) {
    switch event {
    case .feedback(let feedback): SystemCursors.shared.drag = feedback
    case .released: (SystemCursors.shared.drag, drag) = (nil, nil)
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
