import { PanelLeft, PanelRight, Redo2, Save, Undo2 } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { HistoryEntry } from '../../core/index.ts'
import { useDocument, useLayout, useSession, useView, useWorkspace } from '../state/index.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { Logo } from './Logo.tsx'
import { Omni } from './palette/Omni.tsx'
import { Button, Toolbar } from './parts/index.ts'
import { RunButton } from './RunButton.tsx'
import { SavedState } from './SavedState.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import './TopBar.css'
import { useTheme } from './useTheme.ts'
import type { Width } from './useWidth.ts'

export function TopBar({ width, fileMenu }: { readonly width: Width; readonly fileMenu: ReactNode }) {
  const theme = useTheme()
  const workspace = useWorkspace(({ name }) => name)
  const path = useDocument((state) => state.path)
  const dialect = useDocument(({ projection }) => projection?.dialect)
  const dirty = useDocument((state) => state.dirty)
  const { files } = useSession()
  useEffect(() => {
    document.title = path === null ? 'Heddle' : `${dirty ? '• ' : ''}${path.split('/').at(-1)} · Heddle`
  }, [path, dirty])
  return (
    <header className="topbar" data-region="top">
      <Logo />
      <h1 className="unseen">{path === null ? 'Heddle' : `Heddle, ${path}`}</h1>
      <span className="crumb">
        {workspace !== '' && (
          <>
            <span className="crumb-folder clip">{workspace}</span>
            <span className="crumb-rule" aria-hidden="true">/</span>
          </>
        )}
        {path === null ? <span className="crumb-none">no file open</span> : fileMenu}
      </span>
      {dialect && <span className="chip topbar-dialect">{dialect}</span>}
      <SavedState />
      <span className="grow" />
      <Omni />
      <span className="grow" />
      <Toolbar className="topbar-tools" label="Workflow and view">
        {path !== null && (
          <Button icon label={dirty ? 'Save' : 'Nothing to save'} keys={['Mod', 'S']} data-testid="save" off={dirty ? null : 'Everything is saved.'} onClick={() => void files.save()}>
            <Save className="icon" />
          </Button>
        )}
        <HistoryButtons />
        {width === 'wide' && (
          <>
            <i className="rule-v" />
            <PanelButtons />
          </>
        )}
        <ThemeMenu shown={theme} />
        <i className="rule-v topbar-last-rule" />
        <ExportMenu />
        <RunButton />
      </Toolbar>
    </header>
  )
}

function HistoryButtons() {
  const session = useSession()
  // Asked again whenever either history has another end.
  const undo = useDocument(({ document }) => lastOf(document?.history.done, 'Undo'))
  const redo = useDocument(({ document }) => lastOf(document?.history.undone, 'Redo'))
  useLayout(({ done, undone: moves }) => `${done.length} ${moves.length}`)
  const canUndo = session.canUndo()
  const canRedo = session.canRedo()
  return (
    <>
      <Button icon label={undo} aria-label="Undo" keys={['Mod', 'Z']} off={canUndo ? null : 'Nothing to undo.'} onClick={() => session.undo()}>
        <Undo2 className="icon" />
      </Button>
      <Button icon label={redo} aria-label="Redo" keys={['Mod', 'Shift', 'Z']} off={canRedo ? null : 'Nothing to redo.'} onClick={() => session.redo()}>
        <Redo2 className="icon" />
      </Button>
    </>
  )
}

function lastOf(entries: readonly Pick<HistoryEntry, 'label'>[] | undefined, name: string): string {
  const last = entries?.at(-1)
  return last === undefined ? name : `${name}: ${last.label}`
}

function PanelButtons() {
  const { view } = useSession()
  const left = useView(({ panels }) => panels.left)
  const right = useView(({ panels }) => panels.right)
  return (
    <>
      <Button icon label="Files and kinds" aria-pressed={left} onClick={() => view.dispatch({ type: 'panel', panel: 'left', open: !left })}>
        <PanelLeft className="icon" />
      </Button>
      <Button icon label="Text and inspector" aria-pressed={right} onClick={() => view.dispatch({ type: 'panel', panel: 'right', open: !right })}>
        <PanelRight className="icon" />
      </Button>
    </>
  )
}
