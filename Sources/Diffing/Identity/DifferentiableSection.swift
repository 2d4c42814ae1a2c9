/// A section with elements, both of which a diff can recognise and compare.
///
/// ``ArraySection`` is a ready-made one. ``Differentiable/isContentEqual(to:)`` compares what the section has besides
/// its elements, such as a title or a footer.
public protocol DifferentiableSection: Differentiable {
  /// The type of the collection of elements.
  associatedtype Elements: RandomAccessCollection where Elements.Element: Differentiable

  /// The elements in order.
  var elements: Elements { get }

  /// Creates a copy of a section with other elements.
  init(source: Self, elements: some Collection<Elements.Element>)
}

/// A section made of a model and an array of elements.
public struct ArraySection<Model: Differentiable, Element: Differentiable>: DifferentiableSection {
  /// The section's own identity and content.
  public var model: Model
  /// The elements in order.
  public var elements: [Element]

  /// Creates a section of a model and its elements.
  /// - Complexity: O(*n*) in the number of elements, unless they are an array.
  public init(model: Model, elements: some Collection<Element>) {
    self.model = model
    self.elements = Array(elements)
  }

  /// Creates a section of the same model with other elements.
  /// - Complexity: O(*n*) in the number of elements, unless they are an array.
  @inlinable
  public init(source: ArraySection, elements: some Collection<Element>) {
    self.init(model: source.model, elements: elements)
  }

  /// The identity of the model.
  @inlinable
  public var differenceIdentifier: Model.DifferenceIdentifier { model.differenceIdentifier }

  /// Whether the models have equal content; the elements are not compared.
  @inlinable
  public func isContentEqual(to source: ArraySection) -> Bool { model.isContentEqual(to: source.model) }
}

extension ArraySection: Equatable where Model: Equatable, Element: Equatable {}
extension ArraySection: Hashable where Model: Hashable, Element: Hashable {}
extension ArraySection: Sendable where Model: Sendable, Element: Sendable {}
