import { parentPort } from 'node:worker_threads'
import jsonata from 'jsonata'
import type { Json } from '../../../src/core/index.ts'
import type { Answer, Question, RegexQuestion } from './compute.ts'

/** The thread that works out what a workflow's own patterns and expressions ask for: it may be ended at any time. */
parentPort?.on('message', (question: Question) => {
  void work(question).then((answer) => parentPort?.postMessage(answer))
})

async function work(question: Question): Promise<Answer> {
  try {
    const value = question.kind === 'query' ? await query(question.expression, question.data, question.bindings) : search(question)
    // What it leads to is plain JSON: marks that an engine puts on its lists stay here.
    return { ok: true, json: JSON.stringify(value ?? null) ?? 'null' }
  } catch (error) {
    return { ok: false, message: messageOf(error) }
  }
}

/** Deep enough for any expression, shallow enough for the stack of this thread. */
const STACK = 500

async function query(expression: string, data: Json, bindings: Json): Promise<unknown> {
  const program = jsonata(expression, { stack: STACK })
  return (await program.evaluate(data, bindings as { [name: string]: Json })) as unknown
}

function search({ pattern, flags, text, mode, replacement }: RegexQuestion): Json {
  const unique = [...new Set(flags)].filter((flag) => flag !== 'g' && flag !== 'y').join('')
  const every = new RegExp(pattern, `${unique}g`)
  switch (mode) {
    case 'test':
      return new RegExp(pattern, unique).test(text)
    case 'match': {
      const found = new RegExp(pattern, unique).exec(text)
      return found === null ? null : matchOf(found)
    }
    case 'matches':
      return Array.from(text.matchAll(every), matchOf)
    case 'replace':
      return text.replaceAll(every, replacement)
    case 'split':
      return text.split(every).map((part) => part ?? '')
  }
}

function matchOf(found: RegExpExecArray): Json {
  const [match, ...groups] = found
  return { match, index: found.index, groups: groups.map((group) => group ?? null), named: Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, value ?? null])) }
}

function messageOf(error: unknown): string {
  if (error !== null && typeof error === 'object' && 'message' in error) {
    const { message } = error
    const position = 'position' in error && typeof error.position === 'number' ? ` (at character ${error.position})` : ''
    return `${String(message)}${position}`
  }
  return String(error)
}
