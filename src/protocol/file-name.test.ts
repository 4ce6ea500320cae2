import { describe, expect, it } from 'vitest'
import { faultOfNewName, faultOfPath } from './file-name.ts'

const WRONG = ['/etc/x.yaml', '../x.yaml', 'a/../b.yaml', 'c:\\x.yaml', 'c:/x.yaml', 'a//b.yaml', 'a\\b.yaml', '.git/x.yaml', 'x/.ENV.yaml', '.g\u200Cit/x.yaml', 'node_modules/x.yaml', `${'ä'.repeat(126)}.yaml`, 'a\u0000.yaml', 'a\u007F.yaml']

describe('the name of a new file', () => {
  it('stays in the folder and says the format', () => {
    expect(['a.yaml', ' flows/b.yml ', '发布.yaml', '.githooks.yaml'].map((name) => faultOfNewName(name, { format: 'yaml' }))).toEqual([null, null, null, null])
    for (const name of ['', ' ', 'x.json', '.yaml', 'flows/', 'flows/.yaml', 'a?.yaml']) expect(faultOfNewName(name, { format: 'yaml' })).not.toBeNull()
    expect(faultOfNewName('a.yaml', { format: 'json' })).toContain('.json')
    expect(faultOfNewName('a.json')).toBeNull()
    expect(faultOfNewName('a.txt')).toContain('.yaml')
  })

  it('is one that no other file has', () => {
    expect(faultOfNewName(' a.yaml', { taken: new Set(['a.yaml']) })).toBe('There is a file a.yaml already.')
  })

  it('is refused before it is sent, and in the same words, wherever the server would refuse it', () => {
    for (const name of WRONG) {
      expect(faultOfPath(name)).not.toBeNull()
      expect(faultOfNewName(name)).toBe(faultOfPath(name)?.detail)
    }
  })
})
