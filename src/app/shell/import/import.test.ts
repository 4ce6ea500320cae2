import { describe, expect, it } from 'vitest'
import { textsOf } from './incoming.ts'

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name)

describe('files from outside', () => {
  it('are read as they are, byte order mark and all', async () => {
    expect(await textsOf([file('a.yaml', '\uFEFFname: x\r\n')])).toEqual({ incoming: [{ name: 'a.yaml', text: '\uFEFFname: x\r\n' }], refused: [] })
  })

  it('are refused with a word when they are no text, or too large', async () => {
    const { incoming, refused } = await textsOf([file('p.png', new Uint8Array([0x89, 0x50, 0xff])), file('z.bin', 'a\0b'), file('big.yaml', new Uint8Array(5 * 1024 * 1024)), file('ok.yml', 'a: 1')])
    expect(incoming).toEqual([{ name: 'ok.yml', text: 'a: 1' }])
    expect(refused).toEqual(['p.png is no text in UTF-8.', 'z.bin is no text.', 'big.yaml is larger than 4 MB, too large for a workflow.'])
  })

  it('are not taken without end', async () => {
    const { incoming, refused } = await textsOf(Array.from({ length: 60 }, (_, at) => file(`${at}.yaml`, 'a: 1')))
    expect([incoming.length, refused]).toEqual([50, ['Only the first 50 of 60 files were taken.']])
  })
})
