import { FileDiff, GitCompare } from 'lucide-react'
import { NO_FILE, type Actions } from './action.ts'

/** Comparing with other versions, and what goes into the editor and out of it. */
export const exchangeActions: Actions = ({ view, document }) => {
  const { path, dirty, saved, clash } = document.getState()
  const noFile = path === null ? NO_FILE : null
  const compare = (other: 'saved' | 'head' | 'clash') => () => view.dispatch({ type: 'sheet', sheet: { type: 'compare', with: other } })
  return [
    { id: 'compare.saved', group: 'File', label: 'Compare with the saved file', icon: FileDiff, off: noFile ?? (saved === null ? 'This file is not on disk yet.' : dirty ? null : 'Everything is saved.'), run: compare('saved') },
    { id: 'compare.head', group: 'File', label: 'Compare with the last commit', hint: 'HEAD', icon: GitCompare, off: noFile, run: compare('head') },
    { id: 'compare.clash', group: 'File', label: 'Compare both versions of this file', icon: GitCompare, off: noFile ?? (clash === null ? 'There is no other version to choose from.' : null), run: compare('clash') },
  ]
}
