package import Scrollwork
import ScrollworkContentViews
package import ScrollworkHostInterface

/// The content that the user drags out of a window.
package struct DraggedContent {
  /// The content in the formats that other programs take.
  package let items: [ClipboardItem]
  /// The absolute paths of the files; empty for a text.
  package let paths: [String]
  /// The words for the content in a message, such as the quoted name of a file.
  let words: String
  /// The view shown beside the pointer during the drag.
  package let plate: View
}

/// Drags of files and rows to other programs and windows.
extension Viewer {
  /// Starts a drag of the selection: files as addresses, other items as text.
  /// - Returns: `false` if nothing can be dragged, or if the window system does not allow it.
  func dragOut() -> Bool {
    guard let onDragOut, let content = draggedContent else { return false }
    // Until the drop the window hears nothing of the pointer.
    view.toolTips.hide()
    return onDragOut(content) { [weak self] isTaken in
      if isTaken { self?.tell("Another program took \(content.words)") }
    }
  }

  /// The selection as content to drag; `nil` without a selection.
  private var draggedContent: DraggedContent? {
    if let clip = chosenClip(isCut: false) {
      return DraggedContent(
        items: clip.draggedItems, paths: clip.paths, words: words(clip.paths), plate: plate(of: clip))
    }
    guard let copied = screen.copied, !copied.text.isEmpty else { return nil }
    let line = copied.text.prefix(100).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return DraggedContent(
      items: [ClipboardItem(text: copied.text)], paths: [], words: "the text",
      plate: DragPlate(line, symbol: .fileText, bitmap: nil))
  }

  private func plate(of clip: FileClip) -> DragPlate {
    guard let first = (screen as? FolderScreen)?.selectedEntries.first else {
      return DragPlate(words(clip.paths), symbol: .picture, bitmap: screen.view.firstBitmap)
    }
    let list = screen.list
    let bitmap = list.selectedItems.first.flatMap { list.content(of: list.id(at: $0.path))?.firstBitmap }
    return DragPlate(clip.paths.count == 1 ? first.name : words(clip.paths), symbol: first.symbol, bitmap: bitmap)
  }
}

extension View {
  /// The bitmap of the first picture in the view; `nil` if it shows none.
  fileprivate var firstBitmap: Bitmap? {
    if let image = self as? ImageView { return image.isHidden ? nil : image.shownBitmap }
    return children.lazy.compactMap(\.firstBitmap).first
  }
}
