import { Play } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import type { Action, Reach } from './action.ts'
import { actionFor, type Press } from './shortcut.ts'

const action = (id: string, keys: readonly string[], more: Partial<Action> = {}): Action => ({ id, group: 'View', label: id, icon: Play, keys, off: null, run: () => {}, ...more })
const press = (key: string, ...modifiers: readonly ('ctrl' | 'shift' | 'alt' | 'meta')[]): Press => ({
  key,
  code: '',
  ctrlKey: modifiers.includes('ctrl'),
  metaKey: modifiers.includes('meta'),
  shiftKey: modifiers.includes('shift'),
  altKey: modifiers.includes('alt'),
})

describe('shortcuts', () => {
  const actions = [
    action('undo', ['Mod', 'Z']),
    action('redo', ['Mod', 'Shift', 'Z'], { alsoKeys: [['Mod', 'Y']] }),
    action('rename', ['F2']),
    action('rename file', ['F2'], { reach: 'files' }),
    action('delete', ['Delete'], { reach: 'canvas' }),
    action('copy', ['Mod', 'C'], { reach: 'canvas', heardByPane: true }),
    action('sheet', ['?']),
    action('text', ['Alt', 'T']),
    action('first tab', ['Alt', '1']),
    action('add', ['1'], { reach: 'canvas' }),
  ]
  const heard = (key: Press, where: Reach = 'everywhere') => actionFor(actions, key, (reach) => reach === 'everywhere' || reach === where)?.id ?? null

  it('tells modifiers apart and takes Command for Control', () => {
    expect(heard(press('z', 'ctrl'))).toBe('undo')
    expect(heard(press('z', 'meta'))).toBe('undo')
    expect(heard(press('Z', 'ctrl', 'shift'))).toBe('redo')
    expect(heard(press('y', 'ctrl'))).toBe('redo')
    expect(heard(press('z'))).toBeNull()
    expect(heard(press('z', 'ctrl', 'alt'))).toBeNull()
  })

  it('hears the shortcut of a pane there alone, and before the one that holds everywhere', () => {
    expect(heard(press('Delete'))).toBeNull()
    expect(heard(press('Delete'), 'canvas')).toBe('delete')
    expect(heard(press('F2'))).toBe('rename')
    expect(heard(press('F2'), 'files')).toBe('rename file')
  })

  it('leaves to a pane what the pane hears itself', () => {
    expect(heard(press('c', 'ctrl'), 'canvas')).toBeNull()
  })

  it('takes the key for itself where Option makes another sign of it', () => {
    expect(heard({ ...press('†', 'alt'), code: 'KeyT' })).toBe('text')
    expect(heard({ ...press('¡', 'alt'), code: 'Digit1' })).toBe('first tab')
    expect(heard({ ...press('Dead', 'alt'), code: 'KeyN' })).toBeNull()
  })

  it('takes a sign for itself, with Shift or without', () => {
    expect(heard(press('?', 'shift'))).toBe('sheet')
    expect(heard(press('?'))).toBe('sheet')
    expect(heard(press('!', 'shift'), 'canvas')).toBeNull()
  })
})
