/// A section that a diff can recognise, with elements that it can recognise too.
///
/// ``ArraySection`` is one that is ready made. The section itself, without its elements, is what
/// ``Differentiable/isContentEqual(to:)`` compares: a title, a footer.
public protocol DifferentiableSection: Differentiable {
  associatedtype Elements: RandomAccessCollection where Elements.Element: Differentiable

  /// The elements in order.
  var elements: Elements { get }

  /// The section with other elements.
  init(source: Self, elements: some Collection<Elements.Element>)
}

/// A section that is a model of its own and an array of elements.
public struct ArraySection<Model: Differentiable, Element: Differentiable>: DifferentiableSection {
  /// The section's own identity and content.
  public var model: Model
  /// The elements in order.
  public var elements: [Element]

  public init(model: Model, elements: some Collection<Element>) {
    self.model = model
    self.elements = Array(elements)
  }

  @inlinable
  public init(source: ArraySection, elements: some Collection<Element>) {
    self.init(model: source.model, elements: elements)
  }

  /// The identity of the model.
  @inlinable
  public var differenceIdentifier: Model.DifferenceIdentifier { model.differenceIdentifier }

  /// True if the models have equal content; the elements are not looked at.
  @inlinable
  public func isContentEqual(to source: ArraySection) -> Bool { model.isContentEqual(to: source.model) }
}

extension ArraySection: Equatable where Model: Equatable, Element: Equatable {}
extension ArraySection: Hashable where Model: Hashable, Element: Hashable {}
extension ArraySection: Sendable where Model: Sendable, Element: Sendable {}

extension ArraySection: CustomStringConvertible {
  /// One line: `ArraySection(model: A, elements: [1, 2])`.
  public var description: String { "ArraySection(model: \(model), elements: \(elements))" }
}
