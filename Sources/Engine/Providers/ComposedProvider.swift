public import ScrollworkContentViews
import ScrollworkDiffing
public import ScrollworkGeometry
public import ScrollworkLayout

/// A provider that shows other providers as sections, placed by a layout. Sections may be composed themselves.
///
/// Each change of a property is shown by the next frame.
public final class ComposedProvider: Provider {
  /// The signal of all changes.
  public let reloadSignal = ReloadSignal()
  /// The identity among the sections of the provider around this one: as given, or the object itself.
  public var identifier: ElementID { identity(givenIdentifier) }
  private let givenIdentifier: (any Hashable)?
  /// The providers, from the first to the last.
  public var sections: [any Provider] {
    didSet {
      reloadSignal.follow(sections)
      setNeedsReload()
    }
  }
  /// The places of the sections, each as large as its content.
  public var layout: any CollectionLayout { didSet { setNeedsInvalidateLayout() } }
  /// The animator of items in sections without one; `nil` to leave it to the collection view.
  public var animator: (any Animator)? { didSet { setNeedsInvalidateLayout() } }
  private var isAsked = false

  /// Creates a provider.
  public init(
    identifier: (any Hashable)? = nil, layout: any CollectionLayout = FlowLayout(), animator: (any Animator)? = nil,
    sections: [any Provider] = []
  ) {
    givenIdentifier = identifier
    self.sections = sections
    self.layout = layout
    self.animator = animator
    reloadSignal.follow(sections)
  }

  /// Returns a section with the other providers' sections as subsections.
  /// - Precondition: The provider does not contain itself.
  public func makeSection() -> Section { makeSection { _, provider in provider.makeSection() } }

  /// Returns a section with subsections.
  /// - Parameter part: Returns the subsection of the provider at a position.
  fileprivate func makeSection(_ part: (Int, any Provider) -> Section) -> Section {
    precondition(!isAsked, "a provider contains itself")
    isAsked = true
    defer { isAsked = false }
    let parts = sections.enumerated().map { part($0.offset, $0.element) }
    return Section(id: identifier, layout: layout, sections: parts).withAnimator(animator)
  }
}

/// The data of a header in a ``ComposedHeaderProvider``.
@MainActor
public struct HeaderData {
  /// The position of the section.
  public let index: Int
  /// The section.
  public let section: any Provider
}

/// A provider that shows other providers as sections, each below a header.
///
/// Headers are no items: the user can neither select nor focus them, but views in them work as everywhere.
public final class ComposedHeaderProvider: Provider {
  /// The signal of all changes.
  public let reloadSignal = ReloadSignal()
  /// The providers, from the first to the last.
  public var sections: [any Provider] {
    didSet { content.sections = sections }
  }
  /// The views of the headers.
  public var headerViewSource: any ViewSource<HeaderData> { didSet { setNeedsReload() } }
  /// The sizes of the headers. Of a closure only the height counts: headers are as wide as their section.
  public var headerSizeSource: SizeSource<HeaderData> { didSet { setNeedsInvalidateLayout() } }
  /// Whether the header of a section stays visible while any part of the section is.
  public var isSticky: Bool { didSet { setNeedsInvalidateLayout() } }
  private let content: ComposedProvider

  /// Creates a provider.
  /// - Parameter headerSizeSource: The sizes of the headers; by default as wide as the section and as tall as the
  ///   content.
  public init(
    identifier: (any Hashable)? = nil, layout: any CollectionLayout = FlowLayout(), animator: (any Animator)? = nil,
    headerViewSource: any ViewSource<HeaderData>,
    headerSizeSource: SizeSource<HeaderData> = SizeSource(width: .fill, height: .fit), isSticky: Bool = true,
    sections: [any Provider] = []
  ) {
    self.sections = sections
    self.headerViewSource = headerViewSource
    self.headerSizeSource = headerSizeSource
    self.isSticky = isSticky
    content = ComposedProvider(identifier: identifier, layout: layout, animator: animator, sections: sections)
    reloadSignal.follow([content])
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

  /// The places of the sections with their headers.
  public var layout: any CollectionLayout {
    get { content.layout }
    set { content.layout = newValue }
  }

  /// The animator of items in sections without one; `nil` to leave it to the collection view.
  public var animator: (any Animator)? {
    get { content.animator }
    set { content.animator = newValue }
  }

  /// The identity of the composed sections.
  public var identifier: ElementID { content.identifier }

  /// Returns a section with the other providers' sections as subsections, each with a header.
  public func makeSection() -> Section {
    content.makeSection { index, provider in
      addHeader(HeaderData(index: index, section: provider), to: provider.makeSection())
    }
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
