import ScrollworkDiffing
import ScrollworkTestSupport
import Testing

/// Two lists of sections and their mapping by the slow reference.
private struct Pair {
  var old: Sheets
  var new: Sheets
  let sectionOrigins: [Int?]
  /// The old path of each new element; inserted elements have none.
  private(set) var origins: [ElementPath: ElementPath] = [:]

  init(seed: UInt64, repeats: Repeats) {
    var maker = ListMaker(seed: seed, repeats: repeats)
    var old = maker.sheets(upTo: 4)
    var new = maker.edited(old)
    let first = old.first?.model.id
    if let survivor = new.firstIndex(where: { $0.model.id == first }) {
      let end = maker.end(of: seed)
      old[0].elements += end
      new[survivor].elements += end
    }
    (self.old, self.new) = (old, new)
    sectionOrigins = referencePairs(old.map(\.model.id), new.map(\.model.id))
    pairWithinSections()
    pairAcrossSections()
  }

  private mutating func pairWithinSections() {
    for (section, source) in sectionOrigins.enumerated() {
      guard let source else { continue }
      let pairs = referencePairs(old[source].elements.map(\.id), new[section].elements.map(\.id))
      for (item, origin) in pairs.enumerated() {
        guard let origin else { continue }
        origins[ElementPath(section: section, item: item)] = ElementPath(section: source, item: origin)
      }
    }
  }

  private mutating func pairAcrossSections() {
    let taken = Set(origins.values)
    let sources = old.paths.filter { !taken.contains($0) }
    let targets = new.paths.filter { origins[$0] == nil }
    let pairs = referencePairs(sources.map { old.item($0).id }, targets.map { new.item($0).id })
    for (target, source) in zip(targets, pairs) { if let source { origins[target] = sources[source] } }
  }

  var updates: [PositionChange<ElementPath>] {
    new.paths.compactMap { target in
      origins[target].flatMap { source in
        old.item(source).content == new.item(target).content ? nil : PositionChange(source: source, target: target)
      }
    }
  }

  var sectionUpdates: [PositionChange<Int>] {
    sectionOrigins.enumerated().compactMap { target, source in
      source.flatMap {
        old[$0].model.content == new[target].model.content ? nil : PositionChange(source: $0, target: target)
      }
    }
  }

  /// Whether the update inserts a section, or an element of a surviving section, with an identity that the list or the
  /// section already has.
  var bringsRepetition: Bool {
    DiffingTests.bringsRepetition(old.map(\.model.id), new.map(\.model.id))
      || sectionOrigins.enumerated().contains { section, source in
        source.map {
          DiffingTests.bringsRepetition(old[$0].elements.map(\.id), new[section].elements.map(\.id))
        } ?? false
      }
  }

  /// The number of crossing elements, plus those in each section that are outside its longest increasing subsequence.
  var moveCount: Int {
    var count = 0
    for (section, source) in sectionOrigins.enumerated() {
      let own = new[section].elements.indices.compactMap { origins[ElementPath(section: section, item: $0)] }
      let stayed = own.filter { $0.section == source }.map(\.item)
      count += own.count - referenceIncreasingLength(stayed)
    }
    return count
  }
}

extension Sheets {
  fileprivate var paths: [ElementPath] {
    enumerated().flatMap { section, sheet in
      sheet.elements.indices.map { ElementPath(section: section, item: $0) }
    }
  }

  fileprivate func item(_ path: ElementPath) -> Item<Int> { self[path.section].elements[path.item] }
}

extension RepeatedIdentity {
  /// Whether both reported positions have the reported identity.
  func isRight<ID>(in lists: [[Item<ID>]]) -> Bool {
    guard case .element(let first) = first, case .element(let second) = second else { return false }
    return first < second && first.section == second.section
      && [first, second].allSatisfy { "\(ElementID(lists[$0.section][$0.item].id))" == id }
  }

  fileprivate func isRight(in sheets: Sheets) -> Bool {
    guard case .section(let first) = first, case .section(let second) = second else {
      return isRight(in: sheets.map(\.elements))
    }
    return first < second && [first, second].allSatisfy { "\(sheets[$0].model.id)" == id }
  }
}

extension Screen {
  /// Returns the screen after all steps of a staged changeset; throws a refusal if a view could not perform a step.
  func playing(_ stages: StagedChangeset<Sheets>) throws(Refusal) -> Screen {
    var screen = self
    for stage in stages {
      try Screen.checkStage(stage)
      screen = try screen.applying(stage)
    }
    return screen
  }

  func playing(_ stages: StagedChangeset<Items>) throws(Refusal) -> Screen {
    try playing(StagedChangeset(stages.map(\.asSheets)))
  }
}

@Test(arguments: Repeats.allCases) func `changes of sections lead to the target and are as few as possible`(
  repeats: Repeats
) {
  for seed in seeds(10_000) {
    let pair = Pair(seed: seed, repeats: repeats)
    let changes = Changeset(source: pair.old, target: pair.new)
    require(changes.applied(to: pair.old) == pair.new, seed)
    require(try Screen(pair.old).applying(changes) == Screen(pair.new), seed)
    require(changes.elementMoved.count == pair.moveCount, seed)
    require(changes.elementMoved.allSatisfy { pair.origins[$0.target] == $0.source }, seed)
    require(Array(changes.elementUpdated) == pair.updates, seed)
    require(Array(changes.sectionUpdated) == pair.sectionUpdates, seed)
    require(
      Array(changes.sectionInserted) == pair.sectionOrigins.indices.filter { pair.sectionOrigins[$0] == nil }, seed)
    let sections = pair.sectionOrigins.compactMap(\.self)
    require(changes.sectionMoved.count == sections.count - referenceIncreasingLength(sections), seed)
    require(changes.sectionMoved.allSatisfy { pair.sectionOrigins[$0.target] == $0.source }, seed)
    require(changes.repetition?.isRight(in: pair.new) ?? !pair.bringsRepetition, seed)
    let back = Changeset(source: pair.new, target: pair.old)
    require(back.applied(to: changes.applied(to: pair.old)) == pair.old, seed)
    let mapping = ListMapping.between(pair.old, and: pair.new)
    require(pair.new.paths.allSatisfy { mapping.oldPath(ofNew: $0) == pair.origins[$0] }, seed)
    if seed % 8 == 0 {
      for hashing in [IdentityHashing.fast, .standard, .equal] {
        let other = ListMapping.between(pair.old, and: pair.new, hashing: hashing)
        require(pair.new.paths.allSatisfy { other.oldPath(ofNew: $0) == pair.origins[$0] }, seed)
      }
    }
  }
}

@Test(arguments: Repeats.allCases) func `every step of changed sections can be shown, and the last shows the target`(
  repeats: Repeats
) {
  for seed in seeds(10_000) {
    let pair = Pair(seed: seed, repeats: repeats)
    let separate = StagedChangeset(source: pair.old, target: pair.new, staging: .separate)
    let merged = StagedChangeset(source: pair.old, target: pair.new)
    for stages in [separate, merged] {
      require(try Screen(pair.old).playing(stages) == Screen(pair.new), seed)
      require(stages.isEmpty ? pair.old == pair.new : stages.last?.data == pair.new, seed)
      if pair.old.isEmpty || pair.new.isEmpty { require(stages.count <= 1, seed) }
      // Each step is a complete changeset: applied to the data before the step, it gives the data of the step.
      var data = pair.old
      for stage in stages {
        data = stage.applied(to: data)
        require(data == stage.data, seed)
      }
    }
    require(merged.count <= separate.count && separate.count <= 5, seed)
    require(zip(separate.map(\.step), separate.dropFirst().map(\.step)).allSatisfy { $0 < $1 }, seed)
    require(StagedChangeset(source: pair.old, target: pair.old).isEmpty, seed)
  }
}

extension Changeset<Sheets> {
  /// The number, 1 to 5, of the step of DifferenceKit that has changes of this kind.
  fileprivate var step: Int {
    if !elementUpdated.isEmpty { return 1 }
    if !sectionDeleted.isEmpty || !elementDeleted.isEmpty { return 2 }
    if !sectionInserted.isEmpty || !sectionMoved.isEmpty { return 3 }
    return sectionUpdated.isEmpty ? 4 : 5
  }
}
