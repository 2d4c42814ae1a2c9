import ScrollworkHostInterface

// Pictures that move, and the placeholder that does.

extension ImageView {
  /// Seconds from one strength of the pulse to the next, and back to the first.
  private static let pulseStep = 0.1
  private static let pulseRound = 1.6

  /// Plays what was loaded, if it is a picture that moves.
  func startPlaying() {
    guard playsMovingPictures, player == nil, let host, host.environment.motion == .full, let asked,
      let player = host.environment.images.player(for: asked)
    else { return }
    player.onFrame = { [weak self] in
      guard let self else { return }
      self.host?.animate(self)
    }
    if let formerPlayer { player.goOn(from: formerPlayer) }
    self.player = player
    host.animate(self)
  }

  /// - Parameter goesOn: True if the same picture will go on in another size from where it is.
  func stopPlaying(goesOn: Bool = false) {
    formerPlayer = goesOn ? player ?? formerPlayer : nil
    player?.onFrame = nil
    player = nil
  }

  /// Shows the frame of this moment.
  func advancePlay(at now: Instant) -> Instant? {
    guard let player else { return nil }
    guard isShown, host?.environment.motion == .full else {
      player.pause(at: now)
      return isShown ? nil : now + .milliseconds(300)
    }
    let (frame, next) = player.picture(at: now)
    if let frame, frame !== loaded {
      loaded = frame
      setNeedsDisplayInThisFrame()
    }
    return next
  }

  /// In few steps: many views may wait at a time.
  func advancePulse(at now: Instant) -> Instant? {
    guard pulsesWhileWaiting, let host, host.environment.motion == .full else { return nil }
    let phase = (now.seconds / Self.pulseRound).truncatingRemainder(dividingBy: 1)
    let step = 1 - abs(phase * 2 - 1)
    pulse = step
    setNeedsDisplayInThisFrame()
    return now + .milliseconds(Int64(Self.pulseStep * 1000))
  }
}
