public import ScrollworkContentViews
import ScrollworkDiffing
public import ScrollworkGeometry
public import ScrollworkLayout

/// A provider that shows other providers as sections, placed by a layout. Sections may be composed themselves.
///
/// Each change of a property is shown by the next frame.
public class ComposedProvider: PlacingProvider, Provider {
  /// The providers, from the first to the last.
  public var sections: [any Provider] {
    didSet {
      reloadSignal.follow(sections)
      setNeedsReload()
    }
  }
  private var isAsked = false

  /// Creates a provider.
  public init(
    identifier: (any Hashable)? = nil, layout: any CollectionLayout = FlowLayout(), animator: (any Animator)? = nil,
    sections: [any Provider] = []
  ) {
    self.sections = sections
    super.init(identifier, layout, animator)
    reloadSignal.follow(sections)
  }

  /// Returns a section with the other providers' sections as subsections.
  /// - Precondition: The provider does not contain itself.
  public func makeSection() -> Section {
    precondition(!isAsked, "a provider contains itself")
    isAsked = true
    defer { isAsked = false }
    let parts = sections.enumerated().map { part(of: $0.element, at: $0.offset) }
    return Section(id: identifier, layout: layout, sections: parts).withAnimator(animator)
  }

  /// Returns the subsection that shows a provider.
  /// - Parameter index: The position of the provider in `sections`.
  fileprivate func part(of provider: any Provider, at index: Int) -> Section { provider.makeSection() }
}

/// The data of a header in a ``ComposedHeaderProvider``.
@MainActor
public struct HeaderData {
  /// The position of the section.
  public let index: Int
  /// The provider that is shown as the section.
  public let section: any Provider
}

/// A provider that shows other providers as sections, each below a header.
///
/// Headers are not items: the user can neither select nor focus them, but controls in them work as everywhere.
public final class ComposedHeaderProvider: ComposedProvider {
  /// The views of the headers.
  public var headerViewSource: any ViewSource<HeaderData> { didSet { setNeedsReload() } }
  /// The sizes of the headers. Of a closure's sizes only the height counts: headers are as wide as their section.
  public var headerSizeSource: SizeSource<HeaderData> { didSet { setNeedsInvalidateLayout() } }
  /// Whether the header of a section stays visible while any part of the section is.
  public var isSticky: Bool { didSet { setNeedsInvalidateLayout() } }

  /// Creates a provider.
  /// - Parameter headerSizeSource: The sizes of the headers; by default as wide as the section and as tall as the
  ///   content.
  public init(
    identifier: (any Hashable)? = nil, layout: any CollectionLayout = FlowLayout(), animator: (any Animator)? = nil,
    headerViewSource: any ViewSource<HeaderData>,
    headerSizeSource: SizeSource<HeaderData> = SizeSource(width: .fill, height: .fit), isSticky: Bool = true,
    sections: [any Provider] = []
  ) {
    self.headerViewSource = headerViewSource
    self.headerSizeSource = headerSizeSource
    self.isSticky = isSticky
    super.init(identifier: identifier, layout: layout, animator: animator, sections: sections)
  }

  /// Creates a provider whose headers have sizes that a closure computes; see ``SizeSource``.
  public convenience init(
    identifier: (any Hashable)? = nil, layout: any CollectionLayout = FlowLayout(), animator: (any Animator)? = nil,
    headerViewSource: any ViewSource<HeaderData>,
    headerSizeSource: @escaping @MainActor (_ index: Int, _ data: HeaderData, _ collectionSize: Size) -> Size,
    isSticky: Bool = true, sections: [any Provider] = []
  ) {
    self.init(
      identifier: identifier, layout: layout, animator: animator, headerViewSource: headerViewSource,
      headerSizeSource: SizeSource(headerSizeSource), isSticky: isSticky, sections: sections)
  }

  fileprivate override func part(of provider: any Provider, at index: Int) -> Section {
    addHeader(HeaderData(index: index, section: provider), to: provider.makeSection())
  }

  private func addHeader(_ data: HeaderData, to section: Section) -> Section {
    var component = headerViewSource.component(for: data, at: data.index)
    if var closures = component.as(ClosureComponent.self), let size = headerSizeSource.referenceSize(data.index, data) {
      closures.size = size
      component = AnyComponent(closures)
    }
    // A space or a fixed view is the header of its section already.
    let inner = section.header == nil ? section : Section(id: section.id, layout: .vertical(), sections: [section])
    let layout = inner.declaredLayout.headerSize(headerSizeSource.layoutSize).headerPinToVisibleBounds(isSticky)
    return inner.withHeader(component).withSectionLayout(layout)
  }
}
