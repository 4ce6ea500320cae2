import { beforeEach, describe, expect, it } from 'vitest'
import { fakeSession } from '../../state/testing/fakes.ts'
import { actionsOf, type Action, type Reach } from './index.ts'

const FILES = { 'w.yaml': 'name: w\nnodes:\n  - id: a\n    prompt: A.\n  - id: b\n    needs: [a]\n    prompt: B.\n' }
const AREAS: readonly Exclude<Reach, 'everywhere'>[] = ['canvas', 'text', 'files']

describe('the table of actions', () => {
  let actions: readonly Action[] = []
  beforeEach(async () => {
    const { session } = fakeSession(FILES)
    await session.files.loadWorkspace()
    await session.files.open('w.yaml')
    session.view.dispatch({ type: 'select', nodes: ['a'] })
    actions = actionsOf(session)
  })

  it('names each action once', () => {
    const ids = actions.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('gives no shortcut two meanings in one place', () => {
    // What is heard in a pane: its own, and what holds everywhere unless the pane says otherwise.
    const heard = (area: (typeof AREAS)[number] | null) => actions.filter(({ reach = 'everywhere', notIn }) => (reach === 'everywhere' ? area === null || !notIn?.includes(area) : reach === area))
    for (const area of [null, ...AREAS]) {
      const meanings = new Map<string, string[]>()
      for (const { id, keys, alsoKeys = [], reach = 'everywhere' } of heard(area)) {
        for (const combination of [...(keys ? [keys] : []), ...alsoKeys]) {
          const name = `${reach === 'everywhere' ? '' : 'own '}${combination.join('+')}`
          meanings.set(name, [...(meanings.get(name) ?? []), id])
        }
      }
      expect([...meanings].filter(([, ids]) => ids.length > 1)).toEqual([])
    }
  })

  it('says of whatever cannot be done why, in a sentence', () => {
    const reasons = actions.flatMap(({ off }) => off ?? [])
    expect(reasons.length).toBeGreaterThan(0)
    expect(reasons.filter((reason) => !/^[A-Z].*\.$/.test(reason))).toEqual([])
  })
})
