import { Popover } from 'radix-ui'
import { useEffect, useState } from 'react'
import type { Format } from '../../core/index.ts'
import { Prose, Tip } from '../shell/parts/index.ts'
import { askedSince, lastAsked, refusesFormat, useDocument, useSession, type FormatCost } from '../state/index.ts'
import './FormatSwitch.css'

const FORMATS: readonly { readonly format: Format; readonly label: string }[] = [
  { format: 'yaml', label: 'YAML' },
  { format: 'json', label: 'JSON' },
]

type Question = { readonly to: Format; readonly cost: Extract<FormatCost, { ok: true }> }

/** YAML or JSON, as one switch. What the change would lose is said before it is made. */
export function FormatSwitch() {
  const session = useSession()
  const format = useDocument((state) => state.document?.format)
  const refusal = useDocument((state) => refusesFormat(state.textOnly, state.projection?.stale === true))
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => {
    function choose(to: Format): void {
      const now = session.document.getState().document?.format
      if (now === undefined || to === now) return
      const cost = session.format.cost(to)
      if (!cost.ok) session.view.dispatch({ type: 'toast', tone: 'error', text: cost.reason })
      else if (cost.comments === 0 && cost.notices.length === 0) session.format.change(to)
      else setQuestion({ to, cost })
    }
    return session.view.subscribe((state, before) => {
      for (const request of askedSince(state, lastAsked(before))) if (request.type === 'convert') session.document.whenRead(() => choose(request.to))
    })
  }, [session])
  if (format === undefined) return null

  // The palette asks in the same way, so that neither loses a comment unasked.
  function choose(to: Format): void {
    session.view.dispatch({ type: 'request', request: { type: 'convert', to } })
  }

  function convert(): void {
    if (question) session.format.change(question.to)
    setQuestion(null)
  }

  return (
    <Popover.Root open={question !== null} onOpenChange={(open) => !open && setQuestion(null)}>
      <Popover.Anchor asChild>
        <div className="segmented" data-testid="format-switch" data-format={format} role="group" aria-label="Format of the text">
          {FORMATS.map((each) => {
            const isOff = each.format !== format && refusal !== null
            const button = (
              <button type="button" aria-pressed={each.format === format} aria-disabled={isOff || undefined} onClick={() => choose(each.format)}>
                {each.label}
              </button>
            )
            return isOff ? <Tip key={each.format} text={refusal}>{button}</Tip> : <span key={each.format}>{button}</span>
          })}
        </div>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content className="format-question" align="end" sideOffset={6} role="alertdialog" aria-label="Convert the file">
          {question && <Costs {...question} />}
          <div className="format-question-buttons">
            <button type="button" className="button button-line" onClick={() => setQuestion(null)}>
              Cancel
            </button>
            <button type="button" className="button button-primary" onClick={convert}>
              Convert
            </button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Costs({ to, cost }: Question) {
  const { comments, notices } = cost
  return (
    <>
      <h3>Convert to {to === 'json' ? 'JSON' : 'YAML'}</h3>
      {comments > 0 && (
        <p>
          JSON has no comments: {comments === 1 ? 'the comment of this file is lost.' : `the ${comments} comments of this file are lost.`} Undo brings {comments === 1 ? 'it' : 'them'} back.
        </p>
      )}
      {notices.slice(0, 4).map(({ message }, index) => (
        <p key={index}>
          <Prose text={message} />
        </p>
      ))}
      {notices.length > 4 && <p>And {notices.length - 4} more.</p>}
    </>
  )
}
