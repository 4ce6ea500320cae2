import type { Diagnostic } from '../diagnostic.ts'
import { shown } from '../source/shown.ts'
import type { Range } from '../text/edit.ts'
import { candidateOf, nearestOf } from '../text/nearest.ts'
import { jsonFault } from './check-json.ts'
import { countFault, undeclared } from './evaluate.ts'
import { MAX_TEMPLATE_PROBLEMS } from './limits.ts'
import type { Pipe, TemplateNode, TemplateProblem, TemplateTree } from './nodes.ts'
import { parseTemplate } from './parse.ts'
import { readsOf } from './reads.ts'
import { scopeAt } from './scope.ts'
import { unknownDefinition } from './walk.ts'

/**
 * What is wrong with a template that can be told without data: syntax, unknown functions, `$variables`
 * and definitions, values given to what takes none (errors), and variables that are not among the
 * names given (warnings, since what is missing renders as nothing). Ranges are in the template's
 * text; fixes put the word that was meant in the place of the range.
 */
export function checkTemplate(text: string, variables: Iterable<string>): Diagnostic[] {
  const tree = parseTemplate(text)
  return checkTree(tree, new Set(variables))
}

/**
 * What is wrong with a template that is filled in as an input: all that `checkTemplate` tells and,
 * where it is JSON, the place at which it cannot be, whatever its actions give.
 */
export function checkInput(text: string, variables: Iterable<string>): Diagnostic[] {
  const tree = parseTemplate(text)
  const found = checkTree(tree, new Set(variables))
  const fault = jsonFault(tree)
  if (fault === null) return found
  const message = `This input is JSON, since it begins with a bracket, and is broken: ${fault.message}`
  return [...found, problem('template/not-json', 'error', fault.range, message)].toSorted((a, b) => a.range!.start - b.range!.start)
}

function checkTree(tree: TemplateTree, variables: ReadonlySet<string>): Diagnostic[] {
  const found = [
    ...tree.problems.map((found) => problemOf(tree, found, variables)),
    ...callFaults(tree),
    ...unknownVariables(tree, variables),
  ]
  return found.toSorted((a, b) => a.range!.start - b.range!.start).slice(0, MAX_TEMPLATE_PROBLEMS)
}

/** A problem of the text itself; a function that is named like a variable was meant to be that. */
function problemOf(tree: TemplateTree, { code, range, message, meant }: TemplateProblem, variables: ReadonlySet<string>): Diagnostic {
  const word = tree.text.slice(range.start, range.end)
  if (code !== 'template/unknown-function' || !variables.has(word)) return problem(code, 'error', range, message, meant)
  const read = scopeAt(tree, range.start).isDotData ? `.${word}` : `$.${word}`
  return problem(code, 'error', range, `There is no function \`${shown(word)}\`. The variable is read as \`${shown(read)}\`.`, read)
}

function problem(code: Diagnostic['code'], severity: Diagnostic['severity'], range: Range, message: string, meant?: string | null): Diagnostic {
  return {
    code, severity, path: [], range, message,
    ...(meant ? { fixes: [{ title: `Replace with \`${shown(meant)}\``, edits: [{ range, text: meant }] }] } : {}),
  }
}

function unknownVariables(tree: TemplateTree, variables: ReadonlySet<string>): Diagnostic[] {
  const candidates = [...variables].map(candidateOf)
  const found: Diagnostic[] = []
  for (const { name, nameRange, form } of readsOf(tree)) {
    if (variables.has(name) || found.length >= MAX_TEMPLATE_PROBLEMS) continue
    const meant = nearestOf(name, candidates)
    const known = [...variables].slice(0, 8).map((word) => `\`${shown(word)}\``).join(', ')
    const hint = meant !== null ? `Did you mean \`${shown(meant)}\`?` : known === '' ? 'Nothing is known here.' : `Known here: ${known}${variables.size > 8 ? ', …' : ''}.`
    // A name that is no word of the language cannot be read with a point.
    const isFit = meant !== null && (form === 'index' || /^[\p{L}\p{Nd}_]+$/u.test(meant))
    found.push(problem('template/unknown-variable', 'warning', nameRange, `The variable \`${shown(name)}\` is not known here and renders as nothing. ${hint}`, isFit ? meant : null))
  }
  return found
}

/** Calls that fail whatever the data: too few or too many values, values given to what is no function, unknown definitions. */
function callFaults(tree: TemplateTree): Diagnostic[] {
  const found: Diagnostic[] = []
  const visitNodes = (nodes: readonly TemplateNode[]): void => {
    for (const node of nodes) visit(node)
  }
  const visit = (node: TemplateNode): void => {
    switch (node.type) {
      case 'action': return visitPipe(node.pipe)
      case 'if':
      case 'with':
        for (const { pipe, body } of node.branches) {
          visitPipe(pipe)
          visitNodes(body.nodes)
        }
        return visitNodes(node.otherwise?.nodes ?? [])
      case 'range':
        visitPipe(node.pipe)
        visitNodes(node.body.nodes)
        return visitNodes(node.otherwise?.nodes ?? [])
      case 'template':
        if (node.pipe) visitPipe(node.pipe)
        if (!tree.definitions.has(node.name)) {
          const { message, meant } = unknownDefinition(node.name, tree.definitions.keys())
          found.push(problem('template/unknown-definition', 'error', node.nameRange, message, meant === null ? null : JSON.stringify(meant)))
        }
        return
      case 'text':
      case 'break':
      case 'continue':
    }
  }
  const visitPipe = (pipe: Pipe): void => {
    for (const { name, range, isUndeclared } of pipe.declares) if (isUndeclared) found.push(problem('template/unknown-variable', 'error', range, undeclared(name)))
    pipe.commands.forEach(({ words, range }, index) => {
      const [first, ...others] = words
      const count = others.length + (index > 0 ? 1 : 0)
      if (first.type === 'function') {
        const fault = countFault(first.name, count)
        if (fault !== null) found.push(problem('template/wrong-arguments', 'error', range, fault))
      } else if (count > 0) {
        found.push(problem('template/wrong-arguments', 'error', range, 'Only functions take values, and what stands first here is none. Put a function in front, or separate the actions.'))
      } else if (first.type === 'nil') {
        found.push(problem('template/wrong-arguments', 'error', range, '`nil` alone is no value to give. Compare with it: `eq .a nil`.'))
      }
      words.forEach((word, place) => {
        if (word.type === 'pipe') visitPipe(word.pipe)
        else if (word.type === 'chain' && word.of.type === 'pipe') visitPipe(word.of.pipe)
        else if (word.type === 'function' && place > 0) {
          const fault = countFault(word.name, 0)
          if (fault !== null) found.push(problem('template/wrong-arguments', 'error', word.range, `${fault} Put the call into parentheses: \`(${shown(word.name)} …)\`.`))
        }
      })
    })
  }
  visitNodes(tree.root)
  for (const { body } of tree.definitions.values()) visitNodes(body.nodes)
  return found
}
