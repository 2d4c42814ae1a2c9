import ScrollworkHostInterface

// A size that changes from frame to frame, as while a window is resized, is not decoded for at every step.

extension ImageView {
  /// A size that is shown and was not asked for yet, since it may go on to change.
  struct Unsettled {
    var request: ImageRequest
    var since: Instant
  }

  /// A size has settled that has stayed for so long.
  private static let settlingTime = 0.25

  /// Where a picture of `asked` is shown or under way, it does for the size of `wanted` for a moment: it is drawn smaller, or
  /// larger by no more than a quarter.
  func doesForNow(_ asked: ImageRequest?, insteadOf wanted: ImageRequest, _ environment: Environment) -> Bool {
    guard let asked, request?.target == nil, let was = asked.target, let now = wanted.target else { return false }
    guard asked.isOfSamePicture(as: wanted), asked.mode == wanted.mode, askedScale == environment.scale else {
      return false
    }
    switch state {
    case .shown: guard environment.images.cached(wanted) == nil else { return false }
    // A size that the view had only on the way to its place within one frame was never seen.
    case .waiting: guard let host, askedAt < host.now else { return false }
    case .empty, .broken: return false
    }
    return hasAllPixels || now.width * 4 <= was.width * 5 && now.height * 4 <= was.height * 5
  }

  /// True where only the size is another one than that in which the picture could not be shown: nothing is tried again by
  /// itself.
  func failed(inAnotherSizeThan wanted: ImageRequest) -> Bool {
    guard case .broken = state, let asked, bitmap == nil else { return false }
    return asked.isOfSamePicture(as: wanted)
  }

  /// Waits for the size to stay as it is.
  func wait(for wanted: ImageRequest) {
    guard let host, unsettled?.request != wanted else { return }
    unsettled = Unsettled(request: wanted, since: host.now)
    host.animate(self)
  }

  /// Asks for the size that has stayed.
  /// - Returns: When it will have stayed for long enough.
  func advanceSettling(at now: Instant) -> Instant? {
    guard let unsettled, let host else { return nil }
    let due = unsettled.since.advanced(bySeconds: Self.settlingTime)
    guard now >= due else { return due }
    askAnew(for: unsettled.request, host.environment)
    return nil
  }
}
