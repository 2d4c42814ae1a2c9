public import Scrollwork

/// A clipboard in memory, separate from the desktop's.
@MainActor
public final class MemoryClipboard: ClipboardAccess {
  /// The text on the clipboard; `nil` if there is none.
  public var text: String?

  /// Creates a clipboard.
  public init(_ text: String? = nil) {
    self.text = text
  }
}
