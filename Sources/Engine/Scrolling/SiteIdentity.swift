import ScrollworkDiffing
import ScrollworkLayout

/// The identity by which a nested scroll container is found again after an update.
package struct SiteIdentity: Hashable {
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
  func identity(of site: ScrollSite) -> SiteIdentity? {
    sections[site.section].identity(ofPart: site.part).map {
      SiteIdentity(section: sections[site.section].id, inner: $0)
    }
  }
}

extension Section {
  /// Returns the identities from the outermost subsection down to a subsection; `nil` if the subsection does not exist.
  /// - Parameter part: The number that the layout gives to the subsection; zero for the section itself.
  func identity(ofPart part: Int) -> [SiteIdentity.Inner]? {
    guard part > 0 else { return [] }
    guard let composition, let (section, own) = composition.find(part: part - 1),
      let rest = section.identity(ofPart: own)
    else { return nil }
    return [SiteIdentity.Inner(id: section.id, occurrence: composition.occurrence(ofPart: part - 1))] + rest
  }

  /// Returns the number that the layout gives to the subsection with an identity; `nil` if it does not exist.
  func number<Inner: RandomAccessCollection<SiteIdentity.Inner>>(ofPart identity: Inner) -> Int? {
    guard let first = identity.first else { return 0 }
    guard let (section, start) = composition?.find(first), let rest = section.number(ofPart: identity.dropFirst())
    else { return nil }
    return start + 1 + rest
  }
}
