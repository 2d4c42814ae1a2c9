import ScrollworkHostInterface

// While a window is resized, the size of a picture changes in each frame. Most of these sizes are outdated before they
// could be decoded, so the view waits until the size stays the same.

extension ImageView {
  /// A size that is shown but not requested yet, because it may still change.
  struct PendingSize {
    var request: ImageRequest
    var since: Instant
  }

  /// Seconds for which a size must stay the same before it is requested.
  private static let settlingTime = 0.25

  /// Whether the view may keep the picture of `currentRequest` for a short time, scaled to the size of `wanted`. Both
  /// requests must be for the same picture. The kept picture must have all pixels of its file, or be enlarged by a
  /// quarter at most.
  func remainsUsable(_ currentRequest: ImageRequest?, insteadOf wanted: ImageRequest, _ environment: Environment)
    -> Bool
  {
    guard let currentRequest, request?.target == nil, let was = currentRequest.target, let now = wanted.target else {
      return false
    }
    guard currentRequest.isOfSamePicture(as: wanted), currentRequest.mode == wanted.mode,
      requestScale == environment.scale
    else {
      return false
    }
    switch state {
    case .shown: guard environment.images.cached(wanted) == nil else { return false }
    // A request made in the current frame is for a size that was never visible, so its picture is not worth waiting
    // for.
    case .waiting: guard let host, requestTime < host.now else { return false }
    case .empty, .broken: return false
    }
    return hasAllPixels || now.width * 4 <= was.width * 5 && now.height * 4 <= was.height * 5
  }

  /// Whether the load of the same picture in another size has failed. Only the user may then repeat the load.
  func failed(inOtherSizeThan wanted: ImageRequest) -> Bool {
    guard case .broken = state, let currentRequest, bitmap == nil else { return false }
    return currentRequest.isOfSamePicture(as: wanted)
  }

  /// Starts to wait until the size of `wanted` has stayed the same for ``settlingTime``. Another size restarts the
  /// wait.
  func wait(for wanted: ImageRequest) {
    guard let host, pendingSize?.request != wanted else { return }
    pendingSize = PendingSize(request: wanted, since: host.now)
    host.animate(self)
  }

  /// Requests the pending size once it has stayed the same for ``settlingTime``.
  /// - Returns: The time at which the wait ends; `nil` if the view does not wait.
  func advancePendingSize(at now: Instant) -> Instant? {
    guard let pendingSize, let host else { return nil }
    let due = pendingSize.since.advanced(bySeconds: Self.settlingTime)
    guard now >= due else { return due }
    startLoading(pendingSize.request, host.environment)
    return nil
  }
}
