import { describe, expect, it } from 'vitest'

const sheets = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true })

describe('style sheets', () => {
  it('take every colour from the tokens', () => {
    const others = Object.entries(sheets).filter(([path]) => !path.endsWith('/tokens.css'))
    expect(others.length).toBeGreaterThan(10)
    // A colour in numbers, or by one of the names that are reached for most.
    const raw = /:[^;{}]*(?:#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\(|\b(?:white|black|red|green|blue|gray|grey|orange|yellow|purple)\b(?!-))[^;{}]*[;}]/gi
    expect('.a { color: #fff } .b:hover { color: rgb(0 0 0 / 50%); border: 1px solid red } .c { margin: 0 }'.match(raw)).toHaveLength(3)
    const found = others.flatMap(([path, text]) => [...text.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(raw)].map(([match]) => `${path}: ${match}`))
    expect(found).toEqual([])
  })
})
