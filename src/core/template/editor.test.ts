import { describe, expect, it } from 'vitest'
import { applyEdits } from '../text/apply.ts'
import { templateCompletion } from './complete.ts'
import { templateFunctions } from './functions/table.ts'
import { templateTokens } from './highlight.ts'
import { templateVariables } from './reads.ts'

describe('the variables that a template reads', () => {
  it('are told with their path and place', () => {
    const text = 'x {{.a.b}} {{range $.c}}{{.no}}{{$.d.e}}{{end}} {{index . "f-g" "h"}} {{with .}}{{.i}}{{end}} {{$m := .}}{{$m.j | printf "%s" .k}}'
    expect(templateVariables(text).map(({ path, nameRange, form }) => [path.join('/'), text.slice(nameRange.start, nameRange.end), form])).toEqual([
      ['a/b', 'a', 'field'], ['c', 'c', 'field'], ['d/e', 'd', 'field'], ['f-g', 'f-g', 'index'], ['i', 'i', 'field'], ['j', 'j', 'field'], ['k', 'k', 'field'],
    ])
  })

  it('can be renamed in place, also in definitions that are given the data and next to a fault', () => {
    const text = '{{define "t"}}{{.found}}{{end}}{{template "t" .}}{{if .found.x}}{{$.found}}{{ ? }}{{index $ "found"}}{{.found'
    const edits = templateVariables(text).filter(({ name }) => name === 'found').map(({ nameRange }) => ({ range: nameRange, text: 'got' }))
    expect(applyEdits(text, edits)).toBe('{{define "t"}}{{.got}}{{end}}{{template "t" .}}{{if .got.x}}{{$.got}}{{ ? }}{{index $ "got"}}{{.found')
  })
})

describe('the pieces of a template', () => {
  it('have a kind for their colour', () => {
    const text = 'a {{- if and .x $y (eq 1 "t" `r` nil true) | not}}{{/* c */}}{{$z := 2}}{{"open}}'
    expect(templateTokens(text).map(({ kind, range }) => `${kind} ${text.slice(range.start, range.end)}`)).toEqual([
      'delimiter {{-', 'keyword if', 'function and', 'field .x', 'variable $y', 'bracket (', 'function eq', 'number 1', 'string "t"', 'string `r`', 'constant nil', 'constant true', 'bracket )', 'operator |', 'function not', 'delimiter }}',
      'comment {{/* c */}}', 'delimiter {{', 'variable $z', 'operator :=', 'number 2', 'delimiter }}', 'delimiter {{', 'error "open', 'delimiter }}',
    ])
  })

  it('are in order and apart, whatever the text', () => {
    for (const text of ['{{.a {{b', '{{(', '{{)}}}', '{{/*', '{{ /* x */ y', '{{"', '{{-', '{{- -}}', '{{.a-b}} {{$}}']) {
      let behind = 0
      for (const { range } of templateTokens(text)) {
        expect(range.start).toBeGreaterThanOrEqual(behind)
        expect(range.end).toBeGreaterThan(range.start)
        behind = range.end
      }
      expect(behind).toBeLessThanOrEqual(text.length)
    }
  })
})

/** What is offered where `|` stands. */
function offered(marked: string): unknown {
  const offset = marked.indexOf('¦')
  const text = marked.replace('¦', '')
  const found = templateCompletion(text, offset)
  if (!found) return null
  const replaced = text.slice(found.range.start, found.range.end)
  switch (found.place) {
    case 'field': return `${found.isQuoted ? 'quoted ' : ''}${found.of} ${[...found.path, found.prefix].join('/')} for ${replaced}`
    case 'variable':
    case 'definition': return `${found.prefix} of ${found.names.join(' ')} for ${replaced}`
    case 'word': return `${found.prefix}${found.isFirst ? ' first' : ''}${found.isDotData ? '' : ' with $.'} for ${replaced}`
  }
}

describe('completion', () => {
  it.each([
    ['{{.fo¦und.x}}', 'data /fo for found'.replace('/', '')],
    ['{{.¦}}', 'data  for '],
    ['{{.¦', 'data  for '],
    ['text {{if .a}}{{ eq .found.ti¦ 1}}', 'data found/ti for ti'],
    ['{{.found.¦}}', 'data found/ for '],
    ['{{range .l}}{{.i¦}}{{end}}', 'other i for i'],
    ['{{range .l}}{{$.i¦}}{{end}}', 'data i for i'],
    ['{{range .l}}{{else}}{{.i¦}}{{end}}', 'data i for i'],
    ['{{with .}}{{.i¦}}{{end}}', 'data i for i'],
    ['{{(index .l 0).¦}}', 'other  for '],
    ['{{index . "a¦b"}}', 'quoted data a for ab'],
    ['{{define "t"}}{{.x¦}}{{end}}', 'other x for x'],
    ['{{define "t"}}{{.fo¦}}{{end}}{{template "t" .x}}', 'other fo for fo'],
    ['{{define "t"}}{{.fo¦}}{{end}}{{template "t" .}}', 'data fo for fo'],
    ['{{define "t"}}{{template "u" ($)}}{{end}}{{define "u"}}{{with .x}}{{$.fo¦}}{{end}}{{end}}{{template "t" .}}', 'data fo for fo'],
    ['{{$x := .a}}{{if $y := 1}}{{$¦}}{{end}}{{$z := 1}}', '$ of $ $x $y for $'],
    ['{{range $i, $e := .l}}{{$¦}}{{end}}', '$ of $ $i $e for $'],
    ['{{if $y := 1}}{{end}}{{$¦}}', '$ of $ for $'],
    ['{{to¦}}', 'to first for to'],
    ['{{¦}}', ' first for '],
    ['{{ .a | ¦}}', ' for '],
    ['{{if n¦}}', 'n for n'],
    ['{{range .l}}{{eq ¦}}{{end}}', ' with $. for '],
    ['{{template "n¦"}}{{define "note"}}{{end}}', 'n of note for n'],
    ['a¦ {{.b}}', null], ['{{.b}}¦', null], ['{{/* .¦ */}}', null], ['{{printf "¦"}}', null], ['{¦{.a}}', null], ['{{1¦}}', null],
  ])('at %s', (marked, what) => {
    expect(offered(marked)).toBe(what)
  })

  it('has a usage for every function', () => {
    expect(templateFunctions().map(({ name }) => name).join(' ')).toBe(
      'and default dict eq first fromJson ge gt html index join js json last le len lt ne not now or pluck print printf println slice toJson today urlquery',
    )
    for (const { name, usage, help } of templateFunctions()) expect(usage.startsWith(name) && help.endsWith('.')).toBe(true)
  })
})
