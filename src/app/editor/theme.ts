import type * as Monaco from 'monaco-editor/editor/editor.api'

/**
 * Monaco takes colours as hex only, the tokens are written in oklch: paint one pixel and read it back.
 */
function toHex(color: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return '#808080'
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data
  const parts = alpha === 255 ? [red, green, blue] : [red, green, blue, alpha]
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Makes the editor's theme from the design tokens as they stand on the page now, and turns it on. */
export function applyTheme(monaco: typeof Monaco, dark: boolean): void {
  const styles = getComputedStyle(document.documentElement)
  // A custom property may itself be a reference; a probe resolves it.
  const probe = document.createElement('span')
  // Else it has the system's colours where those are forced, whatever it is asked for.
  probe.style.setProperty('forced-color-adjust', 'none')
  document.body.append(probe)
  const token = (name: string): string => {
    probe.style.color = styles.getPropertyValue(name)
    return toHex(getComputedStyle(probe).color)
  }
  const ink = (name: string): string => token(name).slice(1)
  const rule = (tokenName: string, name: string, fontStyle?: string) => ({ token: tokenName, foreground: ink(name), ...(fontStyle && { fontStyle }) })

  monaco.editor.defineTheme('heddle', {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      rule('', '--code-string'),
      rule('type', '--code-key'),
      rule('string.key.json', '--code-key'),
      rule('string', '--code-string'),
      rule('string.yaml', '--code-string'),
      rule('type.yaml', '--code-key'),
      rule('number.yaml', '--code-number'),
      rule('keyword.json', '--code-number'),
      rule('string.value.json', '--code-string'),
      rule('number', '--code-number'),
      rule('keyword', '--code-number'),
      rule('comment', '--code-comment', 'italic'),
      rule('operators', '--text-3'),
      rule('delimiter', '--text-3'),
      rule('tag', '--code-ref'),
      rule('namespace', '--code-ref'),
    ],
    colors: {
      'editor.background': token('--raised'),
      'editor.foreground': token('--code-string'),
      'editorLineNumber.foreground': token('--code-gutter'),
      'editorLineNumber.activeForeground': token('--text'),
      'editor.lineHighlightBackground': token('--code-line'),
      'editor.lineHighlightBorder': '#00000000',
      // Brackets are punctuation here, not depth.
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((depth) => [`editorBracketHighlight.foreground${depth}`, token('--text-3')])),
      'editorCursor.foreground': token('--accent'),
      'editor.selectionBackground': token('--accent-bg'),
      'editor.inactiveSelectionBackground': token('--hover'),
      'editorError.foreground': token('--failed'),
      'editorWarning.foreground': token('--waiting'),
      'editorInfo.foreground': token('--running'),
      'editorGutter.background': token('--raised'),
      'editorIndentGuide.background1': token('--line'),
      'editorIndentGuide.activeBackground1': token('--line-2'),
      'editorWidget.background': token('--raised'),
      'editorWidget.foreground': token('--text'),
      'editorWidget.border': token('--line-2'),
      'editorHoverWidget.background': token('--raised'),
      'editorHoverWidget.border': token('--line-2'),
      'editorSuggestWidget.background': token('--raised'),
      'editorSuggestWidget.foreground': token('--text'),
      'editorSuggestWidget.border': token('--line-2'),
      'editorSuggestWidget.selectedBackground': token('--accent-bg'),
      'editorSuggestWidget.selectedForeground': token('--text'),
      'editorSuggestWidget.highlightForeground': token('--accent-text'),
      'editorSuggestWidget.focusHighlightForeground': token('--accent-text'),
      'editor.wordHighlightBackground': token('--hover'),
      'editor.wordHighlightTextBackground': token('--hover'),
      'editor.wordHighlightStrongBackground': token('--accent-bg'),
      'editor.wordHighlightStrongBorder': token('--accent'),
      'editorBracketMatch.background': token('--hover'),
      'editorBracketMatch.border': token('--line-2'),
      'editor.findMatchBackground': token('--accent-bg'),
      'editor.findMatchBorder': token('--accent'),
      'editor.findMatchHighlightBackground': token('--accent-bg'),
      'editor.rangeHighlightBackground': token('--accent-bg'),
      'editor.symbolHighlightBackground': token('--accent-bg'),
      'editorLink.activeForeground': token('--accent-text'),
      'editorLightBulb.foreground': token('--waiting'),
      'editorOverviewRuler.wordHighlightForeground': token('--line-ui'),
      'editorOverviewRuler.wordHighlightStrongForeground': token('--accent'),
      'peekView.border': token('--accent'),
      'peekViewTitle.background': token('--panel'),
      'peekViewTitleLabel.foreground': token('--text'),
      'peekViewTitleDescription.foreground': token('--text-3'),
      'peekViewEditor.background': token('--sunken'),
      'peekViewEditorGutter.background': token('--sunken'),
      'peekViewEditor.matchHighlightBackground': token('--accent-bg'),
      'peekViewEditor.matchHighlightBorder': token('--accent'),
      'peekViewResult.background': token('--panel'),
      'peekViewResult.lineForeground': token('--text-2'),
      'peekViewResult.fileForeground': token('--text'),
      'peekViewResult.matchHighlightBackground': token('--accent-bg'),
      'peekViewResult.selectionBackground': token('--accent-bg'),
      'peekViewResult.selectionForeground': token('--text'),
      'quickInput.background': token('--raised'),
      'quickInput.foreground': token('--text'),
      'quickInputList.focusBackground': token('--accent-bg'),
      'quickInputList.focusForeground': token('--text'),
      'pickerGroup.foreground': token('--text-3'),
      'pickerGroup.border': token('--line'),
      'list.highlightForeground': token('--accent-text'),
      'list.focusHighlightForeground': token('--accent-text'),
      'list.focusBackground': token('--accent-bg'),
      'list.focusForeground': token('--text'),
      'list.activeSelectionBackground': token('--accent-bg'),
      'list.activeSelectionForeground': token('--text'),
      'list.inactiveSelectionBackground': token('--hover'),
      'list.inactiveSelectionForeground': token('--text'),
      'menu.background': token('--raised'),
      'menu.foreground': token('--text'),
      'menu.selectionBackground': token('--accent-bg'),
      'menu.selectionForeground': token('--text'),
      'menu.border': token('--line-2'),
      'menu.separatorBackground': token('--line'),
      'editorActionList.background': token('--raised'),
      'editorActionList.foreground': token('--text'),
      'editorActionList.focusBackground': token('--accent-bg'),
      'editorActionList.focusForeground': token('--text'),
      'editorHoverWidget.foreground': token('--text'),
      'textLink.foreground': token('--accent-text'),
      'textCodeBlock.background': token('--sunken'),
      'textPreformat.foreground': token('--text'),
      'textPreformat.background': token('--sunken'),
      'inputOption.activeBackground': token('--accent-bg'),
      'list.hoverBackground': token('--hover'),
      'input.background': token('--panel'),
      'input.border': token('--line-ui'),
      focusBorder: token('--accent'),
      'scrollbarSlider.background': `${token('--line-ui')}66`,
      'scrollbarSlider.hoverBackground': `${token('--line-ui')}99`,
      'scrollbarSlider.activeBackground': `${token('--line-ui')}cc`,
      'scrollbar.shadow': '#00000000',
    },
  })
  monaco.editor.setTheme('heddle')
  probe.remove()
}
