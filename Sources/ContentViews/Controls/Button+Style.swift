import ScrollworkGeometry
import ScrollworkHostInterface

extension Button {
  /// How much a button asks to be pressed.
  public enum Style: Hashable, Sendable {
    /// Only text or a symbol until the pointer is over it.
    case plain
    /// With a line around it.
    case outline
    /// The one thing to do here: filled with the accent colour.
    case fill
    /// What cannot be undone, in the colour of errors.
    case destructive
  }

  /// The colours of a button in one state.
  struct Look {
    var ground = Color.clear
    var line = Color.clear
    var text: Color
  }

  /// The colours now, between rest and hover as the pointer comes and goes.
  func look(_ environment: Environment) -> Look {
    guard isEnabled else { return disabledLook(environment.theme.colors) }
    let rest = restLook(environment.theme.colors)
    let hovered = hoverLook(environment.theme)
    if isPressed { return pressedLook(environment.theme) }
    guard hoverAmount > 0 else { return rest }
    return Look(
      ground: blend(rest.ground, hovered.ground), line: blend(rest.line, hovered.line),
      text: blend(rest.text, hovered.text))
  }

  /// A clear colour has no hue of its own: what appears or goes only changes its alpha.
  private func blend(_ rest: Color, _ hovered: Color) -> Color {
    if rest.alpha == 0 { return hovered.opacity(hoverAmount) }
    if hovered.alpha == 0 { return rest.opacity(1 - hoverAmount) }
    return rest.mixed(with: hovered, amount: hoverAmount)
  }

  private func restLook(_ colors: Palette) -> Look {
    switch style {
    case .plain: isOn ? Look(ground: colors.pressedW, text: colors.text1) : Look(text: colors.text2)
    case .outline: Look(ground: isOn ? colors.pressedW : colors.raised, line: colors.edge, text: colors.text1)
    case .fill: Look(ground: colors.accentFill, text: colors.onAccent)
    case .destructive: Look(ground: colors.raised, line: colors.edge, text: colors.error)
    }
  }

  private func hoverLook(_ theme: Theme) -> Look {
    let colors = theme.colors
    // Where contrast is high a wash alone says too little.
    let line = theme.isHighContrast ? colors.control : nil
    switch style {
    case .plain:
      return Look(ground: isOn ? colors.pressedW : colors.hoverW, line: line ?? .clear, text: colors.text1)
    case .outline:
      return Look(ground: isOn ? colors.pressedW : colors.hoverW, line: line ?? colors.edge, text: colors.text1)
    case .fill: return Look(ground: colors.accentFillHover, line: line ?? .clear, text: colors.onAccent)
    case .destructive: return Look(ground: colors.errorWash, line: colors.error, text: colors.error)
    }
  }

  private func pressedLook(_ theme: Theme) -> Look {
    let colors = theme.colors
    let line = theme.isHighContrast ? colors.control : Color.clear
    switch style {
    case .plain, .outline: return Look(ground: colors.pressedW, line: line, text: colors.text1)
    case .fill: return Look(ground: colors.accentFillPress, line: line, text: colors.onAccent)
    case .destructive: return Look(ground: colors.errorWash, line: colors.error, text: colors.error)
    }
  }

  private func disabledLook(_ colors: Palette) -> Look {
    switch style {
    case .plain: Look(text: colors.textDisabled)
    case .outline, .destructive: Look(line: colors.edge, text: colors.textDisabled)
    case .fill: Look(ground: colors.well, text: colors.textDisabled)
    }
  }
}
