import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { templateOptions, templateTokens, type Diagnostic, type TemplateOption } from '../../core/index.ts'
import { TemplateText } from './TemplateText.tsx'
import type { Draft } from './useDraft.ts'
import { useGrowing } from './useGrowing.ts'
import type { TemplateDesk } from './useTemplateDesk.ts'

/** So many offers are shown at once; typing narrows them. */
const MOST = 12

type Props = {
  readonly id: string
  readonly testId: string
  readonly label: string
  readonly draft: Draft
  readonly placeholder: string
  readonly invalid: boolean
  readonly describedBy: string
  readonly required?: boolean
  /** One that is not wrapped into lines. */
  readonly single?: boolean
  /** What it may read, and what that held. */
  readonly template: TemplateDesk | undefined
  /** What is wrong with a text, given the names of the variables. */
  check(text: string, names: readonly string[]): readonly Diagnostic[]
}

/** A template in the making: coloured as it is typed, with what may be written at the caret. */
export function TemplateArea({ id, testId, label, draft, placeholder, invalid, describedBy, required = false, single = false, template, check }: Props) {
  const list = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const [asked, setAsked] = useState(false)
  const { text } = draft
  const area = useGrowing(text)
  const variables = useMemo(() => template?.variables ?? [], [template])
  const tokens = useMemo(() => templateTokens(text), [text])
  const faults = useMemo(() => check(text, variables.map(({ name }) => name)), [text, check, variables])
  const options = useMemo(() => {
    if (caret === null) return []
    const all = templateOptions(text, caret, variables, (path) => partOf(template?.data?.values, path))
    const typed = all[0] ? text.slice(all[0].range.start, caret).toLowerCase() : ''
    if (typed === '' && !asked && text[caret - 1] !== '.') return all.slice(0, 0)
    return all.filter(({ label }) => label.toLowerCase().startsWith(typed) && label.toLowerCase() !== typed).slice(0, MOST)
  }, [text, caret, asked, variables, template])
  const isOpen = options.length > 0

  function follow(): void {
    const element = area.current
    setCaret(element && element.selectionStart === element.selectionEnd ? element.selectionStart : null)
    setChosen(0)
  }

  function take({ range, insert }: TemplateOption): void {
    draft.type(text.slice(0, range.start) + insert + text.slice(range.end))
    setAsked(false)
    setCaret(null)
    const end = range.start + insert.length
    requestAnimationFrame(() => area.current?.setSelectionRange(end, end))
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === ' ' && event.ctrlKey) {
      setAsked(true)
      follow()
    } else if (!isOpen) return
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setChosen((chosen + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(options[chosen]!)
    else if (event.key === 'Escape') setCaret(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <div className="template" data-single={single || undefined}>
        <TemplateText text={text} tokens={tokens} faults={faults.flatMap(({ range }) => range ?? [])} />
        <textarea
          ref={area}
          id={id}
          data-testid={testId}
          className="control control-area mono template-area"
          rows={1}
          value={text}
          placeholder={placeholder}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? `${list}-${chosen}` : undefined}
          aria-required={required || undefined}
          aria-invalid={invalid || draft.reason !== null}
          aria-describedby={describedBy}
          spellCheck={false}
          onChange={(event) => {
            draft.type(event.target.value)
            follow()
          }}
          onKeyDown={press}
          onKeyUp={(event) => (event.key.startsWith('Arrow') && !isOpen) && setCaret(null)}
          onClick={() => setCaret(null)}
          onScroll={(event) => {
            const under = event.currentTarget.previousElementSibling
            if (under) under.scrollTop = event.currentTarget.scrollTop
          }}
          onBlur={() => {
            setCaret(null)
            setAsked(false)
            draft.settle()
          }}
        />
      </div>
      {isOpen && (
        <div className="menu template-offers" role="listbox" id={list} aria-label={`What may be written in ${label}`}>
          {options.map((option, at) => (
            <div
              key={option.label}
              id={`${list}-${at}`}
              role="option"
              aria-selected={at === chosen}
              className="menu-item offer"
              data-highlighted={at === chosen || undefined}
              onPointerMove={() => setChosen(at)}
              onPointerDown={(event) => {
                event.preventDefault()
                take(option)
              }}
            >
              <span className="offer-text">
                <span className="mono">{option.label}</span>
                <span className="offer-hint clip">{option.help === '' ? option.detail : option.help}</span>
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** A part of the variables of the last run, by its path; undefined where there is none. */
function partOf(values: ReadonlyMap<string, unknown> | undefined, path: readonly string[]) {
  let part: unknown = values
  for (const name of path) {
    if (part instanceof Map) part = part.get(name)
    else if (typeof part === 'object' && part !== null && Object.hasOwn(part, name)) part = (part as { readonly [name: string]: unknown })[name]
    else return undefined
  }
  return part as ReturnType<NonNullable<Parameters<typeof templateOptions>[3]>>
}
