import ScrollworkGeometry
import ScrollworkHostInterface

extension Button {
  /// The prominence of a button.
  public enum Style: Hashable, Sendable {
    /// A button without background and border until the pointer is over it.
    case plain
    /// A button with a border.
    case outline
    /// A button filled with the accent colour, for the main action of a view.
    case fill
    /// A button in the colour of errors, for actions that cannot be undone.
    case destructive
  }

  /// The colours of a button in one state.
  struct Look {
    var ground = Color.clear
    var line = Color.clear
    var text: Color
  }

  /// Returns the colours in the current state. Hovering fades between two of them.
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

  /// Returns the mixture of two colours by the progress of hovering.
  ///
  /// A transparent colour has no hue. Mixing it channel by channel would darken the other colour, so only the alpha
  /// changes.
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
    // In high contrast a change of background is too weak a sign, so a border appears as well.
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
