import { Play, Square } from 'lucide-react'
import { isRunning, useDocument, useRun, useSession, useWorkspace } from '../state/index.ts'
import { Button, Keys } from './parts/index.ts'

/** Run, or Stop while the open file runs. */
export function RunButton() {
  const { runs } = useSession()
  const running = useRun(isRunning)
  const starting = useRun((state) => state.starting)
  const stopping = useRun((state) => state.current?.status === 'cancelling')
  // Asked again when the things change that it depends on.
  useDocument(({ path, textOnly }) => `${path} ${textOnly}`)
  useWorkspace(({ offline }) => offline)
  const hindrance = runs.hindrance()
  if (running) {
    return (
      <Button look="line" className="button-danger" data-testid="run" data-running="true" onClick={() => void runs.stop()} off={stopping ? 'Stopping. Nodes that run are being told.' : null}>
        <Square className="icon icon-14" aria-hidden="true" />
        {stopping ? 'Stopping' : 'Stop'}
        <span className="run-keys"><Keys keys={['Mod', '.']} /></span>
      </Button>
    )
  }
  return (
    <Button look="primary" data-testid="run" onClick={() => void runs.start()} off={hindrance ?? (starting ? 'Starting.' : null)}>
      <Play className="icon icon-14" aria-hidden="true" />
      Run
      <span className="run-keys"><Keys keys={['Mod', 'Enter']} /></span>
    </Button>
  )
}
