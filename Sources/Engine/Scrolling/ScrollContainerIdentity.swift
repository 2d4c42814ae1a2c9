import ScrollworkDiffing
import ScrollworkLayout

/// The identity by which a nested scroll container is found again after an update.
package struct ScrollContainerIdentity: Hashable {
  /// The id of a subsection, with the number of earlier subsections that have the same id.
  struct Inner: Hashable {
    let id: ElementID
    let occurrence: Int
  }

  let section: ElementID
  /// The subsections from the outermost down to the container; empty if the section itself scrolls.
  let inner: [Inner]
}

extension List {
  func identity(of container: ScrollContainerID) -> ScrollContainerIdentity? {
    sections[container.section].identity(ofSubsection: container.subsection).map {
      ScrollContainerIdentity(section: sections[container.section].id, inner: $0)
    }
  }
}

extension Section {
  /// Returns the identities from the outermost subsection down to a subsection; `nil` if the subsection does not exist.
  /// - Parameter subsection: The number that the layout gives to the subsection; zero for the section itself.
  func identity(ofSubsection subsection: Int) -> [ScrollContainerIdentity.Inner]? {
    guard subsection > 0 else { return [] }
    guard let composition, let (section, own) = composition.find(subsection: subsection - 1),
      let rest = section.identity(ofSubsection: own)
    else { return nil }
    return [
      ScrollContainerIdentity.Inner(id: section.id, occurrence: composition.occurrence(ofSubsection: subsection - 1))
    ] + rest
  }

  /// Returns the number that the layout gives to the subsection with an identity; `nil` if it does not exist.
  func number<Inner: RandomAccessCollection<ScrollContainerIdentity.Inner>>(ofSubsection identity: Inner) -> Int? {
    guard let first = identity.first else { return 0 }
    guard let (section, start) = composition?.find(first), let rest = section.number(ofSubsection: identity.dropFirst())
    else { return nil }
    return start + 1 + rest
  }
}
