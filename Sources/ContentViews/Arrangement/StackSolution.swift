import ScrollworkGeometry
import ScrollworkHostInterface

/// The extents of the views of a stack, computed before any of them is placed.
@MainActor
struct StackSolution {
  /// The properties of the stack that decide the lengths of its views.
  struct Problem {
    /// The main axis of the stack.
    var axis: Axis
    /// Distance between neighbours in logical pixels.
    var spacing: Double
    /// Size of the stack without its insets. On an infinite main axis, flexible views get their natural lengths.
    var room: Size
    /// Whether to measure the cross extents of fixed and flexible views as well. Those of natural views are always
    /// known.
    var needsCross: Bool
  }

  /// Extents on the main axis, one for each item; 0 for hidden ones.
  private(set) var lengths: [Double] = []
  /// Extents on the cross axis, one for each item. Hidden items have 0; so do fixed and flexible items unless
  /// ``Problem/needsCross`` is `true`.
  private(set) var crossLengths: [Double] = []

  nonisolated init() {}

  /// The largest extent on the cross axis.
  var crossExtent: Double { crossLengths.reduce(0, max) }

  /// Computes the lengths of all items.
  /// - Returns: The used length on the main axis including the gaps.
  /// - Complexity: O(*n*) in the number of views, without the cost of their measurement; O(*n*^2) in the worst case if
  ///   the views do not fit.
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
    if weights > 0 { used += distribute(available - used, weights, items, problem, environment) }
    if problem.needsCross { measureCrossExtents(items, problem, environment) }
    return used + gaps
  }

  /// Returns the size that `view` asks for, given `length` on the main axis and the stack's size on the cross axis.
  private func measure(_ view: View, _ length: Double, _ problem: Problem, _ environment: Environment) -> Size {
    var proposal = problem.room
    proposal[problem.axis] = length
    return view.sizeThatFits(proposal, environment: environment)
  }

  /// Cuts the natural lengths to one common maximum, so that together they take at most `available`; returns their sum.
  private mutating func shrink(
    _ items: [Stack.Item], to available: Double, _ problem: Problem, _ environment: Environment
  ) -> Double {
    let maximum = commonMaximum(items, available)
    var total = 0.0
    for (index, item) in items.enumerated() where item.length == .natural {
      if lengths[index] > maximum {
        lengths[index] = maximum
        // A shorter text may need more lines, so the view is measured again.
        crossLengths[index] = measure(item.view, maximum, problem, environment)[problem.axis.cross]
      }
      total += lengths[index]
    }
    return total
  }

  /// Returns the length to which `shrink` cuts longer natural views, so that together they fit `available`.
  ///
  /// The maximum starts at zero. In each round, views that are not longer than the maximum keep their lengths. The
  /// remaining space, divided by the number of longer views, is the next maximum. The rounds end when the maximum stops
  /// growing.
  private func commonMaximum(_ items: [Stack.Item], _ available: Double) -> Double {
    var maximum = 0.0
    while true {
      var (short, long) = (0.0, 0)
      for (index, item) in items.enumerated() where item.length == .natural {
        if lengths[index] <= maximum { short += lengths[index] } else { long += 1 }
      }
      let next = long > 0 ? max(0, available - short) / Double(long) : maximum
      guard next > maximum else { return maximum }
      maximum = next
    }
  }

  /// Distributes `rest` among the flexible views by weight; returns their total length. If `rest` is infinite, they get
  /// their natural lengths.
  private mutating func distribute(
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

  /// Measures the cross extents of the fixed and flexible views, whose extents on the main axis are known only now.
  private mutating func measureCrossExtents(_ items: [Stack.Item], _ problem: Problem, _ environment: Environment) {
    for (index, item) in items.enumerated() where item.length != .natural && !item.view.isHidden {
      crossLengths[index] = measure(item.view, lengths[index], problem, environment)[problem.axis.cross]
    }
  }
}
