import ScrollworkDiffing

/// The declaration of a section index.
struct SectionIndexDeclaration {
  let showsTitles: Bool
  /// Returns the title of a section; `nil` for a section that belongs to the one before.
  let title: @MainActor (Section) -> String?

  /// The largest number of preceding sections in which the title of a section without one is searched for.
  private static let maximumSteps = 64

  /// Returns the title of a section, or of the nearest titled one of the 64 before it; `nil` if there is none, and for a
  /// section that is not in the list.
  @MainActor
  func title(ofSection section: Int, in list: List) -> String? {
    guard list.sections.indices.contains(section) else { return nil }
    for index in (max(0, section - Self.maximumSteps)...section).reversed() {
      if let title = title(list.sections[index]), !title.isEmpty { return title }
    }
    return nil
  }
}

/// The titles of a section index, in the order of the list.
struct SectionTitles {
  /// A title, with the first section that has it.
  struct Entry: Equatable {
    let title: String
    let section: Int
  }

  private(set) var entries: [Entry] = []
  private var sectionCount = 0

  init() {}

  /// The largest number of sections whose titles are read, because no window is tall enough to show more. In a longer
  /// list, the sections that are read are at equal distances.
  static let maximumSamples = 512

  /// Collects the titles of a list. A title that several sections in sequence have counts once.
  @MainActor
  init(of list: List, by declaration: SectionIndexDeclaration) {
    sectionCount = list.sections.count
    let samples = min(sectionCount, Self.maximumSamples)
    for sample in 0..<samples {
      let section = samples > 1 ? sample * (sectionCount - 1) / (samples - 1) : 0
      guard let title = declaration.title(list.sections[section]), !title.isEmpty, title != entries.last?.title else {
        continue
      }
      entries.append(Entry(title: title, section: section))
    }
  }

  /// Returns at most `count` titles at equal distances, with the first and the last one.
  func thinned(to count: Int) -> [Entry] {
    guard entries.count > count, count > 1 else { return Array(entries.prefix(max(0, count))) }
    return (0..<count).map { entries[$0 * (entries.count - 1) / (count - 1)] }
  }

  /// Returns the section at a position in the index; `nil` if there are no titles.
  ///
  /// Each shown title covers an equal part of the index. The sections from that title up to the next one divide this
  /// part evenly, so the user can reach each of them.
  /// - Parameter share: 0 at the start of the index and 1 at its end.
  static func section(at share: Double, of shown: [Entry], sectionCount: Int) -> Int? {
    guard !shown.isEmpty else { return nil }
    let place = min(max(0, share), 1) * Double(shown.count)
    let index = min(Int(place), shown.count - 1)
    let (start, end) = (shown[index].section, index + 1 < shown.count ? shown[index + 1].section : sectionCount)
    return min(start + Int((place - Double(index)) * Double(end - start)), max(start, end - 1))
  }
}

extension List {
  /// Returns a copy of the list with a section index: while the user drags the thumb of the scroll bar, a label beside
  /// it shows the title of the section that the view has reached.
  /// - Parameters:
  ///   - showsTitles: Whether a vertical list also shows a column of titles beside the scroll bar. A press on a title
  ///     scrolls to its section, and a drag along the column scrolls through all sections. While the column is shown,
  ///     sections end before it; those whose layout refers to the bounds of the view
  ///     (``ContentInsetsReference/none``) lie behind it. If there is no room for all titles, some are left out.
  ///   - title: Returns the title of a section; `nil` for one that belongs to the section before. In a list
  ///     with very many sections, it is called for only some of them. By default it returns the title that
  ///     ``Section/withIndexTitle(_:)`` gave.
  public func sectionIndex(
    showsTitles: Bool = false, title: @escaping @MainActor (Section) -> String? = { $0.indexTitle }
  ) -> List {
    modified { $0.sectionIndex = SectionIndexDeclaration(showsTitles: showsTitles, title: title) }
  }
}
