public import Scrollwork

/// A clipboard in memory. It is independent of the desktop's clipboard.
@MainActor
public final class MemoryClipboard: ClipboardAccess {
  /// The text on the clipboard; `nil` if there is none.
  public var text: String?

  /// Creates a clipboard with a text; `nil` for an empty clipboard.
  package init(_ text: String? = nil) {
    self.text = text
  }
}
