import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json } from '../diagnostic.ts'
import { TemplateError } from './error.ts'
import { renderTemplate } from './render.ts'

type Vector = { readonly name: string; readonly template: string; readonly data?: Json; readonly output?: string; readonly error?: 'parse' | 'exec' }

/** Recorded from Go's own text/template, with types that print as compact JSON. */
const { data, vectors } = JSON.parse(readFileSync(new URL('testing/go-vectors.json', import.meta.url), 'utf8')) as { readonly data: Json; readonly vectors: readonly Vector[] }

function outcome(template: string, given: Json): Pick<Vector, 'output' | 'error'> {
  try {
    return { output: renderTemplate(template, given) }
  } catch (error) {
    if (error instanceof TemplateError) return { error: error.stage }
    throw error
  }
}

describe('a template renders as Go renders it', () => {
  it('in all that was recorded', () => {
    expect(vectors).toHaveLength(143)
  })

  it.each(vectors)('$name $template', ({ template, data: own, output, error }) => {
    expect(outcome(template, own === undefined ? data : own)).toEqual(error ? { error } : { output })
  })
})
