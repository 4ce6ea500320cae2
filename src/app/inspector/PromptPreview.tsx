import { Fragment } from 'react'
import type { Dialect, Json } from '../../core/index.ts'
import { copyText } from '../shell/parts/index.ts'
import { useRun, useSession } from '../state/index.ts'
import type { FormNode } from './node-of.ts'
import { splitAround } from './split-around.ts'

type Props = { readonly dialect: Dialect; readonly model: unknown; readonly form: FormNode }

/** As much of a prompt as is shown at once. */
const SHOWN = 100_000

/** The prompt that the model gets, with the results of the last run where there are some, and marks where not. */
export function PromptPreview({ dialect, model, form }: Props) {
  const session = useSession()
  const nodes = useRun((state) => state.current?.nodes)
  const missing = new Map<string, string>()
  const asked = dialect.prompt(model, form.node.index, (id): Json => {
    const state = nodes && Object.hasOwn(nodes, id) ? nodes[id] : undefined
    if (state?.status === 'completed') return state.output
    const placeholder = `(the result of ${id} will stand here)`
    missing.set(id, placeholder)
    return placeholder
  })
  if (!asked) return null
  const { text } = asked
  const whole = text.length <= SHOWN
  const given = asked.inputs.length - missing.size
  return (
    <div className="preview">
      <p className="preview-about">{aboutResults(given, [...missing.keys()])}</p>
      <pre className="preview-text" tabIndex={0} aria-label="Prompt as it is sent" data-testid="prompt-preview">
        {splitAround(whole ? text : text.slice(0, SHOWN), [...missing.values()]).map(({ part, found }, place) => (
          // The place in the text is the identity of a part.
          // eslint-disable-next-line react/no-array-index-key -- parts are told apart by nothing else
          <Fragment key={place}>{found ? <mark className="preview-missing">{part}</mark> : part}</Fragment>
        ))}
      </pre>
      <p className="field-note">
        {`${text.length.toLocaleString('en')} characters${whole ? '' : `, the first ${SHOWN.toLocaleString('en')} shown`}`}
        <button type="button" className="link" onClick={() => void copyText(session, text, { done: 'Copied the prompt.', instead: 'Select the text and press Ctrl+C.' })}>Copy the prompt</button>
      </p>
    </div>
  )
}

function aboutResults(given: number, missing: readonly string[]): string {
  if (missing.length === 0) return given === 0 ? 'As it is sent: it needs no results of other nodes.' : 'As it is sent, with the results of the last run.'
  const names = missing.length <= 3 ? missing.join(', ') : `${missing.slice(0, 3).join(', ')} and ${missing.length - 3} more`
  return given === 0 ? `No results yet. Run the workflow to see what ${names} gave.` : `With the results of the last run. None yet of ${names}.`
}
