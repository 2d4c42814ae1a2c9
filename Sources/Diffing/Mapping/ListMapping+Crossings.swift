extension ListMapping {
  /// An element that left its section for another. Both may be in the same section of the list, which then holds sections.
  public struct Crossing: Hashable, Sendable {
    public var old: ElementPath
    public var new: ElementPath

    public init(old: ElementPath, new: ElementPath) {
      self.old = old
      self.new = new
    }
  }

  /// Elements that left a section for another, by ascending new path.
  public struct Crossings: RandomAccessCollection, Sendable {
    /// The four numbers of each, of 32 bits: there may be as many as there are elements.
    private var numbers: [SIMD4<Int32>] = []

    init() {}

    /// - Precondition: No position is greater than 2,147,483,647.
    init(_ crossings: [Crossing]) {
      numbers = crossings.map { Self.numbers(of: $0) }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { numbers.count }

    public subscript(position: Int) -> Crossing {
      let numbers = numbers[position]
      return Crossing(
        old: ElementPath(section: Int(numbers[0]), item: Int(numbers[1])),
        new: ElementPath(section: Int(numbers[2]), item: Int(numbers[3])))
    }

    mutating func reserveCapacity(_ count: Int) { numbers.reserveCapacity(count) }

    mutating func append(_ crossing: Crossing) { numbers.append(Self.numbers(of: crossing)) }

    private static func numbers(of crossing: Crossing) -> SIMD4<Int32> {
      SIMD4(
        Int32(crossing.old.section), Int32(crossing.old.item), Int32(crossing.new.section),
        Int32(crossing.new.item))
    }
  }
}
