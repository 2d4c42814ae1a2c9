import ScrollworkGeometry
import ScrollworkHostInterface

/// How long each view of a stack is: what a stack works out before it places anything.
@MainActor
struct StackSolution {
  /// What has to be shared out.
  struct Problem {
    var axis: Axis
    var spacing: Double
    /// The stack without its insets; a side without end shares out nothing.
    var room: Size
    /// True to find also how long the views are across the axis; natural ones tell it anyway.
    var needsCross: Bool
  }

  /// Along the axis, one for each item; 0 for hidden ones.
  private(set) var lengths: [Double] = []
  /// Across the axis, where that was asked for.
  private(set) var crossLengths: [Double] = []

  nonisolated init() {}

  var longestAcross: Double { crossLengths.reduce(0, max) }

  /// - Returns: What all views take along the axis, with the gaps.
  /// - Complexity: O(*n*) in the number of views, beside what measuring them takes; O(*n*^2) at worst where they do
  ///   not fit.
  mutating func solve(_ items: [Stack.Item], _ problem: Problem, _ environment: Environment) -> Double {
    let axis = problem.axis
    lengths.removeAll(keepingCapacity: true)
    crossLengths.removeAll(keepingCapacity: true)
    let gaps = problem.spacing * Double(max(0, items.count { !$0.view.isHidden } - 1))
    let available = max(0, problem.room[axis] - gaps)
    var (fixed, natural, weights) = (0.0, 0.0, 0.0)
    for item in items {
      var size = Size.zero
      if !item.view.isHidden {
        switch item.length {
        case .natural:
          size = measure(item.view, available, problem, environment)
          natural += size[axis]
        case .fixed(let length):
          size[axis] = length
          fixed += length
        case .flexible(let weight): weights += max(0, weight)
        }
      }
      lengths.append(size[axis])
      crossLengths.append(size[axis.cross])
    }
    if natural > available - fixed { natural = shrink(items, to: max(0, available - fixed), problem, environment) }
    var used = fixed + natural
    if weights > 0 { used += shareOut(available - used, weights, items, problem, environment) }
    if problem.needsCross { measureAcross(items, problem, environment) }
    return used + gaps
  }

  private func measure(_ view: View, _ length: Double, _ problem: Problem, _ environment: Environment) -> Size {
    var proposal = problem.room
    proposal[problem.axis] = length
    return view.sizeThatFits(proposal, environment: environment)
  }

  /// Makes the longest natural lengths equal so that all natural ones together take `available`.
  private mutating func shrink(
    _ items: [Stack.Item], to available: Double, _ problem: Problem, _ environment: Environment
  ) -> Double {
    let level = level(items, available)
    var total = 0.0
    for (index, item) in items.enumerated() where item.length == .natural {
      if lengths[index] > level {
        lengths[index] = level
        crossLengths[index] = measure(item.view, level, problem, environment)[problem.axis.cross]
      }
      total += lengths[index]
    }
    return total
  }

  /// The length at which cutting all longer ones makes them fit: it rises until no more of them lie below it.
  private func level(_ items: [Stack.Item], _ available: Double) -> Double {
    var level = 0.0
    while true {
      var (short, long) = (0.0, 0)
      for (index, item) in items.enumerated() where item.length == .natural {
        if lengths[index] <= level { short += lengths[index] } else { long += 1 }
      }
      let next = long > 0 ? max(0, available - short) / Double(long) : level
      guard next > level else { return level }
      level = next
    }
  }

  /// Shares `rest` among the flexible views; where there is no end to it they take their natural lengths.
  private mutating func shareOut(
    _ rest: Double, _ weights: Double, _ items: [Stack.Item], _ problem: Problem, _ environment: Environment
  ) -> Double {
    var total = 0.0
    for (index, item) in items.enumerated() where !item.view.isHidden {
      guard case .flexible(let weight) = item.length else { continue }
      lengths[index] =
        rest.isFinite
        ? max(0, rest) * max(0, weight) / weights
        : measure(item.view, .infinity, problem, environment)[problem.axis]
      total += lengths[index]
    }
    return total
  }

  private mutating func measureAcross(_ items: [Stack.Item], _ problem: Problem, _ environment: Environment) {
    for (index, item) in items.enumerated() where item.length != .natural && !item.view.isHidden {
      crossLengths[index] = measure(item.view, lengths[index], problem, environment)[problem.axis.cross]
    }
  }
}
