import { ClipboardCopy, ClipboardPaste, FileDiff, FileInput, FileOutput, GitCompare, Image } from 'lucide-react'
import { copyAsText, exportAs } from '../export/index.ts'
import { chooseFiles, importFromClipboard } from '../import/choose.ts'
import { NO_FILE, type Action, type Actions } from './action.ts'

const FORMS = [
  { form: 'yaml', label: 'YAML', icon: FileOutput },
  { form: 'json', label: 'JSON', icon: FileOutput },
  { form: 'mermaid', label: 'Mermaid', icon: FileOutput },
  { form: 'svg', label: 'SVG', icon: Image },
  { form: 'png', label: 'PNG', icon: Image },
] as const

/** Comparing with other versions, and what goes into the editor and out of it. */
export const exchangeActions: Actions = (session) => {
  const { view, document } = session
  const { path, dirty, saved, clash } = document.getState()
  const noFile = path === null ? NO_FILE : null
  const compare = (other: 'saved' | 'head' | 'clash') => () => view.dispatch({ type: 'sheet', sheet: { type: 'compare', with: other } })
  return [
    { id: 'import.files', group: 'File', label: 'Import files…', hint: 'Heddle, GitHub Actions, Argo, Kestra', icon: FileInput, off: null, run: () => chooseFiles(session) },
    { id: 'import.clipboard', group: 'File', label: 'Import what is on the clipboard', icon: ClipboardPaste, off: null, run: () => void importFromClipboard(session) },
    ...FORMS.map(({ form, label, icon }): Action => ({ id: `export.${form}`, group: 'File', label: `Export as ${label}`, icon, off: noFile, run: () => void exportAs(session, form) })),
    { id: 'export.copy-mermaid', group: 'File', label: 'Copy as Mermaid', icon: ClipboardCopy, off: noFile, run: () => void copyAsText(session, 'mermaid') },
    { id: 'export.copy-svg', group: 'File', label: 'Copy as SVG', icon: ClipboardCopy, off: noFile, run: () => void copyAsText(session, 'svg') },
    { id: 'compare.saved', group: 'File', label: 'Compare with the saved file', icon: FileDiff, off: noFile ?? (saved === null ? 'This file is not on disk yet.' : dirty ? null : 'Everything is saved.'), run: compare('saved') },
    { id: 'compare.head', group: 'File', label: 'Compare with the last commit', hint: 'HEAD', icon: GitCompare, off: noFile, run: compare('head') },
    { id: 'compare.clash', group: 'File', label: 'Compare both versions of this file', icon: GitCompare, off: noFile ?? (clash === null ? 'There is no other version to choose from.' : null), run: compare('clash') },
  ]
}
