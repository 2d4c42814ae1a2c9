import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

extension ListEngine {
  /// Moves what is under way on to the moment of the frame, so that an update finds everything where it is now.
  func advanceMotion(_ context: FrameContext) {
    guard motion.isRunning, let lastFrame else { return }
    let seconds = max(0, context.now.seconds(since: lastFrame))
    for item in items.bound { item.advance(by: seconds) }
    for item in items.exiting { item.advance(by: seconds) }
  }

  /// Starts what an update sets in motion, now that it is known where everything comes to stand, and ends what has left.
  func runMotionPass(_ context: FrameContext) {
    if let transition = motion.update, transition.isAnimated {
      refineDepartures()
      realiseDeparting(at: context.now)
      depart(through: transition, at: context.now)
    } else {
      joinPassages(at: context.now)
      // Who scrolls far away from what was seen would see nothing until the others arrive.
      if motion.hasScrolled, seesNothingDue { for item in items.bound { item.stopTravelling() } }
    }
    if !items.exiting.isEmpty {
      // Badges go with their hosts, which must not be released before it is known what they do.
      let gone = items.exiting.filter { $0.isGone(at: context.now) }
      if !gone.isEmpty {
        items.exiting.removeAll { $0.isGone(at: context.now) }
        for item in gone { release(item) }
      }
    }
    motion.isRunning = !items.exiting.isEmpty || items.bound.contains { !$0.isAtRest(at: context.now) }
    keepPassage(at: context.now)
    guard motion.isRunning else { return }
    context.wakeForNextFrame()
    recordBlank()
  }

  private func recordBlank() {
    if seesNothingDue { outbox.metrics.blank = max(outbox.metrics.blank, layout.length) }
  }

  /// True if what is to be seen here is all on its way far from here.
  var seesNothingDue: Bool {
    let viewport = self.viewport
    var isDue = false
    for item in items.bound {
      if item.presented.intersects(viewport) { return false }
      isDue = isDue || item.target.intersects(viewport)
    }
    return isDue && !items.exiting.contains { $0.presented.intersects(viewport) }
  }
}

/// What the engine knows of the quality of its frames since somebody last asked.
package struct FrameMetrics: Sendable {
  /// The most that an anchor was off after an update, in logical pixels.
  package var anchorError = 0.0
  /// The largest height of a part of the viewport that should have shown content and did not, in logical pixels.
  package var blank = 0.0
  /// The largest jump of a presented item at an interruption, in logical pixels.
  package var step = 0.0
}
