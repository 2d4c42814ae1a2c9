public import ScrollworkContentViews
public import ScrollworkDiffing

/// The argument of the display handlers of a section's header and footer.
@MainActor
public struct HeaderFooterContext {
  /// The position of the section in the list; of a subsection, the position of the section around it.
  public let section: Int
  /// The id of the section or subsection.
  public let id: ElementID
  /// The component of the header or footer.
  public let component: AnyComponent
  /// The content view of the header or footer; `nil` if it is not on screen.
  public let content: View?
}

/// The display events of a section's header and footer.
enum HeaderFooterEvent {
  case willDisplayHeader, didEndDisplayHeader, willDisplayFooter, didEndDisplayFooter
}

/// Handlers of headers and footers.
extension Section {
  /// Returns a copy of the section that calls `handler` after the frame in which the display of its header begins.
  public func willDisplayHeader(_ handler: @escaping @MainActor (HeaderFooterContext) -> Void) -> Section {
    modified { $0.displayHandlers[.willDisplayHeader] = handler }
  }

  /// Returns a copy of the section that calls `handler` after the frame in which the display of its header ends.
  public func didEndDisplayHeader(_ handler: @escaping @MainActor (HeaderFooterContext) -> Void) -> Section {
    modified { $0.displayHandlers[.didEndDisplayHeader] = handler }
  }

  /// Returns a copy of the section that calls `handler` after the frame in which the display of its footer begins.
  public func willDisplayFooter(_ handler: @escaping @MainActor (HeaderFooterContext) -> Void) -> Section {
    modified { $0.displayHandlers[.willDisplayFooter] = handler }
  }

  /// Returns a copy of the section that calls `handler` after the frame in which the display of its footer ends.
  public func didEndDisplayFooter(_ handler: @escaping @MainActor (HeaderFooterContext) -> Void) -> Section {
    modified { $0.displayHandlers[.didEndDisplayFooter] = handler }
  }

  /// The row that shows the header; `nil` without a header.
  var headerRow: Row? { header.map { row(of: $0, .willDisplayHeader, .didEndDisplayHeader) } }

  /// The row that shows the footer; `nil` without a footer.
  var footerRow: Row? { footer.map { row(of: $0, .willDisplayFooter, .didEndDisplayFooter) } }

  private func row(of component: AnyComponent, _ start: HeaderFooterEvent, _ end: HeaderFooterEvent) -> Row {
    let row = Row(component: component)
    guard !displayHandlers.isEmpty else { return row }
    return row.withHandlers {
      $0.willDisplay = handler(of: start)
      $0.didEndDisplay = handler(of: end)
    }
  }

  /// Returns the handler of an event as rows store it; `nil` if the section has none.
  private func handler(of event: HeaderFooterEvent) -> CellHandlers.Handler? {
    guard let handler = displayHandlers[event] else { return nil }
    return { cell in
      // The header of a subsection is a cell, whose identity names the subsections around it.
      var (id, rest) = (cell.id, Optional(cell.id))
      while let inner = rest?.value(as: ComposedID.self) { (id, rest) = (inner.section, inner.item) }
      handler(
        HeaderFooterContext(section: cell.path.section, id: id, component: cell.component, content: cell.content))
    }
  }
}
