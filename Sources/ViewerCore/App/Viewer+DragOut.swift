import Scrollwork
import ScrollworkHostInterface

/// Drags of files and rows to other programs.
extension Viewer {
  /// Begins to drag what is selected to other programs: files by their addresses, anything else as text.
  /// - Returns: `false` if nothing can be dragged, or the window system does not allow it.
  func dragOut() -> Bool {
    guard let onDragOut, let (items, words) = draggedContent else { return false }
    return onDragOut(items) { [weak self] isTaken in
      if isTaken { self?.tell("Another program took \(words)") }
    }
  }

  /// What is selected in the formats that other programs take, and its name in a sentence; `nil` without a selection.
  private var draggedContent: (items: [ClipboardItem], words: String)? {
    if let clip = chosenClip(isCut: false) { return (clip.draggedItems, words(clip.paths)) }
    guard let copied = screen.copied, !copied.text.isEmpty else { return nil }
    return ([ClipboardItem(text: copied.text)], "the text")
  }
}
