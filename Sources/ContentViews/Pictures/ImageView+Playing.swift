import ScrollworkHostInterface

// The playback of animated pictures, and the pulse of the placeholder.

extension ImageView {
  /// The time between two steps of the placeholder's pulse, in seconds.
  private static let pulseStep = 0.1
  /// The duration of a whole pulse, in seconds.
  private static let pulseRound = 1.6

  /// Starts the animation of the loaded picture if it has several frames and the user allows motion.
  func startPlaying() {
    guard playsMovingPictures, player == nil, let host, host.environment.motion == .full, let currentRequest,
      let player = host.environment.images.player(for: currentRequest)
    else { return }
    player.onFrame = { [weak self] in
      guard let self else { return }
      self.host?.animate(self)
    }
    if let formerPlayer { player.goOn(from: formerPlayer) }
    self.player = player
    host.animate(self)
  }

  /// Stops the animation.
  /// - Parameter continues: Whether the same picture will be loaded in another size. The player for that size then
  ///   continues at the current position.
  func stopPlaying(continues: Bool = false) {
    formerPlayer = continues ? player ?? formerPlayer : nil
    player?.onFrame = nil
    player = nil
  }

  /// Shows the frame that is due at `now`.
  /// - Returns: The time of the next frame; `nil` if nothing will change.
  func advancePlay(at now: Instant) -> Instant? {
    guard let player else { return nil }
    guard isShown, host?.environment.motion == .full else {
      player.pause(at: now)
      // A hidden view checks again later, because nothing tells it that an ancestor became visible.
      return isShown ? nil : now + .milliseconds(300)
    }
    let (frame, next) = player.picture(at: now)
    if let frame, frame !== loaded {
      loaded = frame
      setNeedsDisplayInThisFrame()
    }
    return next
  }

  /// Changes the strength of the pulse. Many views may pulse at once, so it changes only ten times a second.
  /// - Returns: The time of the next change; `nil` if the view does not pulse.
  func advancePulse(at now: Instant) -> Instant? {
    guard pulsesWhileWaiting, let host, host.environment.motion == .full else { return nil }
    let phase = (now.seconds / Self.pulseRound).truncatingRemainder(dividingBy: 1)
    let step = 1 - abs(phase * 2 - 1)
    pulse = step
    setNeedsDisplayInThisFrame()
    return now + .milliseconds(Int64(Self.pulseStep * 1000))
  }
}
