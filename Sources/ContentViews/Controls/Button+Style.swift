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
  struct StateColors {
    var background = Color.clear
    var line = Color.clear
    var text: Color
  }

  /// Returns the colours in the current state. While hovering fades in or out, they are between rest and hover colours.
  func stateColors(_ environment: Environment) -> StateColors {
    guard isEnabled else { return disabledColors(environment.theme.colors) }
    let rest = restColors(environment.theme.colors)
    let hovered = hoverColors(environment.theme)
    if isPressed { return pressedColors(environment.theme) }
    guard hoverAmount > 0 else { return rest }
    return StateColors(
      background: blend(rest.background, hovered.background), line: blend(rest.line, hovered.line),
      text: blend(rest.text, hovered.text))
  }

  /// Returns the mixture of a rest and a hover colour at the current ``hoverAmount``.
  ///
  /// A transparent colour has no hue. Mixing it channel by channel would darken the other colour, so only the alpha
  /// changes.
  private func blend(_ rest: Color, _ hovered: Color) -> Color {
    if rest.alpha == 0 { return hovered.opacity(hoverAmount) }
    if hovered.alpha == 0 { return rest.opacity(1 - hoverAmount) }
    return rest.mixed(with: hovered, amount: hoverAmount)
  }

  /// Returns the colours of an enabled button that is neither hovered nor pressed.
  private func restColors(_ colors: Palette) -> StateColors {
    switch style {
    case .plain: isOn ? StateColors(background: colors.pressedW, text: colors.text1) : StateColors(text: colors.text2)
    case .outline:
      StateColors(background: isOn ? colors.pressedW : colors.raised, line: colors.edge, text: colors.text1)
    case .fill: StateColors(background: colors.accentFill, text: colors.onAccent)
    case .destructive: StateColors(background: colors.raised, line: colors.edge, text: colors.error)
    }
  }

  /// Returns the colours of a button under the pointer.
  private func hoverColors(_ theme: Theme) -> StateColors {
    let colors = theme.colors
    // In high contrast a change of background is too weak a sign, so a border appears as well.
    let line = theme.isHighContrast ? colors.control : nil
    switch style {
    case .plain:
      let hover = isOnRaised ? colors.hoverR : colors.hoverW
      return StateColors(background: isOn ? colors.pressedW : hover, line: line ?? .clear, text: colors.text1)
    case .outline:
      return StateColors(
        background: isOn ? colors.pressedW : colors.hoverR, line: line ?? colors.edge, text: colors.text1)
    case .fill: return StateColors(background: colors.accentFillHover, line: line ?? .clear, text: colors.onAccent)
    case .destructive: return StateColors(background: colors.errorWash, line: colors.error, text: colors.error)
    }
  }

  /// Returns the colours of a pressed button. They apply at once, without a fade, so that the press feels direct.
  private func pressedColors(_ theme: Theme) -> StateColors {
    let colors = theme.colors
    let line = theme.isHighContrast ? colors.control : Color.clear
    switch style {
    case .plain:
      return StateColors(background: isOnRaised ? colors.pressedR : colors.pressedW, line: line, text: colors.text1)
    case .outline: return StateColors(background: colors.pressedR, line: line, text: colors.text1)
    case .fill: return StateColors(background: colors.accentFillPress, line: line, text: colors.onAccent)
    case .destructive: return StateColors(background: colors.errorWash, line: colors.error, text: colors.error)
    }
  }

  /// Returns the colours of a button that ignores input.
  private func disabledColors(_ colors: Palette) -> StateColors {
    switch style {
    case .plain: StateColors(text: colors.textDisabled)
    case .outline, .destructive: StateColors(line: colors.edge, text: colors.textDisabled)
    case .fill: StateColors(background: colors.well, text: colors.textDisabled)
    }
  }
}
