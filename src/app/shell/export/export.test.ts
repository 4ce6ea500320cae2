import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { THEMES } from '../../../core/picture/theme.ts'
import { scaleFor } from './size.ts'

describe('the size of a picture in pixels', () => {
  it('is twice that of the canvas, as long as a browser can draw it', () => {
    expect(scaleFor(1200, 800)).toBe(2)
    expect(scaleFor(16_384, 100)).toBe(1)
    expect(scaleFor(20_000, 100)).toBe(0.81)
    expect(scaleFor(12_000, 12_000)).toBe(0.91)
  })

  it('is none where even half is too much', () => {
    expect(scaleFor(40_000, 500)).toBeNull()
    expect(scaleFor(30_000, 30_000)).toBeNull()
  })
})

/** The colour of a token as sRGB, by the definition of oklch (B. Ottosson, 2020). */
function hexOf(css: string, token: string): string | null {
  const found = new RegExp(`--${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(css)
  if (found === null) return null
  const [l, chroma, hue] = found.slice(1).map(Number) as [number, number, number]
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const cubes = [l + 0.3963377774 * a + 0.2158037573 * b, l - 0.1055613458 * a - 0.0638541728 * b, l - 0.0894841775 * a - 1.291485548 * b].map((value) => value ** 3) as [number, number, number]
  const rows = [[4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965], [-0.0041960863, -0.7034186147, 1.707614701]] as const
  return `#${rows.map((row) => {
    const linear = Math.min(1, Math.max(0, row[0] * cubes[0] + row[1] * cubes[1] + row[2] * cubes[2]))
    return Math.round((linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055) * 255).toString(16).padStart(2, '0')
  }).join('')}`
}

describe('the colours of a picture', () => {
  it('are those of the page', async () => {
    const css = await readFile(new URL('../tokens.css', import.meta.url), 'utf8')
    const [light = '', dark = ''] = css.split("[data-theme='dark']")
    for (const [name, block] of [['light', light], ['dark', dark]] as const) {
      const { kinds, ...rest } = THEMES[name]
      const tokens = { canvas: 'canvas', tick: 'canvas-tick', card: 'raised', panel: 'panel', line: 'line-2', thread: 'thread', text: 'text', text2: 'text-2', text3: 'text-3', failed: 'failed' }
      for (const [key, token] of Object.entries(tokens)) expect([name, token, rest[key as keyof typeof rest]]).toEqual([name, token, hexOf(block, token)])
      for (const [kind, [ink, tile]] of Object.entries(kinds)) expect([kind, ink, tile]).toEqual([kind, hexOf(block, kind), hexOf(block, `${kind}-bg`)])
    }
  })
})
