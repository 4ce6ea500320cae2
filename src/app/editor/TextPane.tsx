import { AlignLeft } from 'lucide-react'
import { AfterPicture, late, Tip, withReader } from '../shell/parts/index.ts'
import { useDocument, useSession } from '../state/index.ts'
import { FormatSwitch } from './FormatSwitch.tsx'
import './TextPane.css'

/** The editor is most of what there is to load: the page stands, and the graph is drawn, before it arrives. */
const Monaco = late('the text editor', withReader(() => import('./MonacoPane.tsx').then((room) => room.default)), <PlainText />)

/** The text of the open file. */
export function TextPane() {
  const path = useDocument((state) => state.path)
  // A file that is saved under another name is still the same text: the caret stays.
  const opened = useDocument((state) => state.opened)
  return (
    <section className="text-region" aria-label="Text">
      <header className="pane-head">
        <h2>Text</h2>
        <span className="grow" />
        <FormatSwitch />
        <LayOutButton />
      </header>
      <div className="text-pane" data-testid="text-pane">
        {path !== null && (
          <AfterPicture meanwhile={<PlainText />}>
            <Monaco key={opened} />
          </AfterPicture>
        )}
      </div>
    </section>
  )
}

function LayOutButton() {
  const session = useSession()
  const isOpen = useDocument((state) => state.document !== null)
  if (!isOpen) return null
  return (
    <Tip text="Format the text; comments stay" keys={['Shift', 'Alt', 'F']}>
      <button type="button" className="button button-icon" aria-label="Format the text" onClick={() => session.format.layOut()}>
        <AlignLeft className="icon" aria-hidden="true" />
      </button>
    </Tip>
  )
}

/** What is there to read while the editor loads. */
function PlainText() {
  const text = useDocument((state) => state.document?.text ?? '')
  return (
    <pre className="text-pane-plain" aria-busy="true">
      {text.slice(0, 20_000)}
    </pre>
  )
}
