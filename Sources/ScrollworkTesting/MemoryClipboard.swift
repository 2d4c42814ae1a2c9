public import Scrollwork

/// A clipboard of the test's own.
@MainActor
public final class MemoryClipboard: ClipboardAccess {
  public var text: String?

  public init(_ text: String? = nil) {
    self.text = text
  }
}
