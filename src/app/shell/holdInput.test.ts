import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDocumentCore, type Session } from '../state/index.ts'
import { reader } from '../state/reader.ts'
import { fakeBackend, fakeSession, settle } from '../state/testing/fakes.ts'
import { holdInput } from './holdInput.ts'

const FLOW = 'name: w\nnodes:\n  - id: a\n    prompt: A.\n  - id: b\n    prompt: B.\n'

/** The part of an element that is looked at; it is within what its selectors are for. */
class FakeElement {
  readonly isConnected = true
  readonly given: string[] = []
  readonly within: readonly string[]

  constructor(...within: readonly string[]) {
    this.within = within
  }

  closest(selectors: string): FakeElement | null {
    return selectors.split(', ').some((selector) => this.within.includes(selector)) ? this : null
  }

  dispatchEvent({ type, key }: FakeEvent): void {
    this.given.push(key === undefined ? type : `${type} ${key}`)
  }
}

type FakeEvent = { readonly type: string; readonly key?: string }

class GivenAgain {
  readonly type: string

  constructor(type: string, event: object) {
    Object.assign(this, event)
    this.type = type
  }
}

let listeners: Map<string, (event: unknown) => void>

beforeEach(() => {
  listeners = new Map()
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('Node', FakeElement)
  vi.stubGlobal('KeyboardEvent', GivenAgain)
  vi.stubGlobal('MouseEvent', GivenAgain)
  vi.stubGlobal('document', { body: new FakeElement(), querySelector: () => null })
  vi.stubGlobal('window', { addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener), removeEventListener: (type: string) => listeners.delete(type) })
})

afterEach(() => vi.unstubAllGlobals())

/** Is it held? Else the browser and the page do with it what they do. */
function fire(type: string, target: FakeElement, given: { readonly key?: string; readonly ctrlKey?: boolean } = {}): boolean {
  let isHeld = false
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false, isTrusted: true }
  listeners.get(type)?.({ ...none, code: given.key ?? '', ...given, type, target, preventDefault: () => (isHeld = true), stopImmediatePropagation: () => {} })
  return isHeld
}

function press(target: FakeElement, key: string, { ctrlKey = false } = {}): readonly boolean[] {
  return [fire('keydown', target, { key, ctrlKey }), fire('keyup', target, { key })]
}

async function page() {
  let give = () => {}
  let fail = () => {}
  const core = createDocumentCore(() => new Promise((resolve, reject) => ([give, fail] = [() => resolve(reader), () => reject(new Error('away'))])))
  const { session } = fakeSession({}, { server: fakeBackend({ 'a.yaml': FLOW, 'b.yaml': FLOW }), core })
  await session.start('a.yaml')
  await settle()
  session.view.dispatch({ type: 'select', nodes: ['a'] })
  holdInput(session)
  const arrive = async () => {
    give()
    await settle()
  }
  return { session, arrive, fail: () => fail() }
}

const toasts = ({ view }: Session) => view.getState().toasts.map(({ text }) => text)

describe('a key that asks for the reader before it has come', () => {
  it('is given to its target once the reader is there, with what was pressed after it, in order', async () => {
    const { session, arrive } = await page()
    const plane = new FakeElement('.canvas', '[data-testid="canvas"]')
    expect(press(plane, 'd', { ctrlKey: true })).toEqual([true, true])
    expect(press(plane, 'ArrowDown')).toEqual([true, true])
    expect(press(plane, 'Delete')).toEqual([true, true])
    expect(fire('contextmenu', plane)).toBe(true)
    expect(plane.given).toEqual([])
    await arrive()
    expect(plane.given).toEqual(['keydown d', 'keyup d', 'keydown ArrowDown', 'keyup ArrowDown', 'keydown Delete', 'keyup Delete', 'contextmenu'])
    expect(toasts(session)).toEqual([])
    expect(press(plane, 'Delete')).toEqual([false, false])
  })

  it('is let go of when something else is selected by then, or another file is open, and that is said', async () => {
    const selected = await page()
    const plane = new FakeElement('.canvas', '[data-testid="canvas"]')
    press(plane, 'Delete')
    selected.session.view.dispatch({ type: 'select', nodes: ['b'] })
    await selected.arrive()
    expect(plane.given).toEqual([])
    expect(toasts(selected.session)).toEqual(['Something else is selected by now; nothing was done.'])

    const opened = await page()
    press(plane, 'Delete')
    await opened.session.files.open('b.yaml')
    opened.session.view.dispatch({ type: 'select', nodes: ['a'] })
    await opened.arrive()
    expect(plane.given).toEqual([])
    expect(toasts(opened.session)).toEqual(['Another file is open by now; nothing was done.'])
  })

  it('counts the same nodes as the same, though they were selected again', async () => {
    const { session, arrive } = await page()
    const plane = new FakeElement('.canvas', '[data-testid="canvas"]')
    press(plane, 'Delete')
    session.view.dispatch({ type: 'select', nodes: ['b'] })
    session.view.dispatch({ type: 'select', nodes: ['a'] })
    await arrive()
    expect(plane.given).toEqual(['keydown Delete', 'keyup Delete'])
  })

  it('is given up when the reader does not come, and the next one asks anew', async () => {
    const { session, arrive, fail } = await page()
    const plane = new FakeElement('.canvas', '[data-testid="canvas"]')
    press(plane, 'Delete')
    fail()
    await settle()
    expect(toasts(session)).toEqual([expect.stringContaining('could not be loaded')])
    press(plane, 'Backspace')
    await arrive()
    expect(plane.given).toEqual(['keydown Backspace', 'keyup Backspace'])
  })
})

describe('every other key', () => {
  it('is left to the browser and to the page, whatever is held', async () => {
    await page()
    const plane = new FakeElement('.canvas', '[data-testid="canvas"]')
    const button = new FakeElement('button')
    const onCanvas = new FakeElement('button', '.canvas', '[data-testid="canvas"]')
    const field = new FakeElement('input')
    const all = () => [
      press(plane, 'c', { ctrlKey: true }),
      press(plane, 'v', { ctrlKey: true }),
      press(button, 'r', { ctrlKey: true }),
      press(button, 'F5'),
      press(button, 'Enter'),
      press(button, ' '),
      press(onCanvas, 'Enter'),
      press(button, 'ArrowDown'),
      press(field, 'x'),
      press(field, 'Delete'),
      press(plane, 'Tab'),
      press(plane, 'Control'),
    ]
    expect(all().flat().filter(Boolean)).toEqual([])
    expect(press(plane, 'Delete')).toEqual([true, true])
    expect(all().flat().filter(Boolean)).toEqual([])
  })

  it('moves about, or opens what takes the keys that follow, at once', async () => {
    await page()
    const plane = new FakeElement('.canvas', '[data-testid="canvas"]')
    for (const [key, ctrlKey] of [['k', true], ['f', true], ['j', true], ['F6', false]] as const) expect(press(plane, key, { ctrlKey })).toEqual([false, false])
    expect(press(plane, 'd', { ctrlKey: true })).toEqual([true, true])
    expect(press(plane, 'k', { ctrlKey: true })).toEqual([false, false])
  })

  it('is held as it comes up only where it went down before, wherever it comes up', async () => {
    const { arrive } = await page()
    const plane = new FakeElement('.canvas', '[data-testid="canvas"]')
    const field = new FakeElement('input')
    expect(fire('keydown', plane, { key: 'Delete' })).toBe(true)
    expect(fire('keyup', field, { key: 'x' })).toBe(false)
    expect(fire('keyup', field, { key: 'Delete' })).toBe(true)
    await arrive()
    expect([plane.given, field.given]).toEqual([['keydown Delete'], ['keyup Delete']])
  })
})
