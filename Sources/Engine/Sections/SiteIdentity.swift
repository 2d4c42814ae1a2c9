import ScrollworkDiffing
import ScrollworkLayout

/// What scrolls by itself, wherever it is in the list.
package struct SiteIdentity: Hashable {
  /// A section in a section: of those there with its identity so many come before it.
  struct Inner: Hashable {
    let id: ElementID
    let occurrence: Int
  }

  let section: ElementID
  /// The section in it, and the one in that, and so on; none for the section itself.
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
  /// Who a section in this one is.
  /// - Parameter part: Its number, as the layout counts them; zero for the section itself.
  func identity(ofPart part: Int) -> [SiteIdentity.Inner]? {
    guard part > 0 else { return [] }
    guard let composition, let (section, own) = composition.find(part: part - 1),
      let rest = section.identity(ofPart: own)
    else { return nil }
    return [SiteIdentity.Inner(id: section.id, occurrence: composition.occurrence(ofPart: part - 1))] + rest
  }

  /// The number of a section in this one; nil if it is not there.
  func number<Inner: RandomAccessCollection<SiteIdentity.Inner>>(ofPart identity: Inner) -> Int? {
    guard let first = identity.first else { return 0 }
    guard let (section, start) = composition?.find(first), let rest = section.number(ofPart: identity.dropFirst())
    else { return nil }
    return start + 1 + rest
  }
}
