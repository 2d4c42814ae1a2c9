public import ScrollworkContentViews
public import ScrollworkDiffing
public import ScrollworkLayout

/// The properties of the providers that place their items or sections by a layout.
@MainActor
public class PlacingProvider: CollectionReloadable {
  /// The signal of all changes.
  public let reloadSignal = ReloadSignal()
  /// The identity among the sections of the provider around this one: as given, or the object itself.
  public var identifier: ElementID { givenIdentifier ?? ElementID(ObjectIdentifier(self)) }
  private let givenIdentifier: ElementID?
  /// The layout that places the items or sections.
  public var layout: any CollectionLayout { didSet { setNeedsInvalidateLayout() } }
  /// The animator of the items; `nil` to leave it to the provider around this one, or to the collection view.
  public var animator: (any Animator)? { didSet { setNeedsInvalidateLayout() } }

  init(_ identifier: (any Hashable)?, _ layout: any CollectionLayout, _ animator: (any Animator)?) {
    self.layout = layout
    self.animator = animator
    givenIdentifier = identifier.map { ElementID($0) }
  }
}
