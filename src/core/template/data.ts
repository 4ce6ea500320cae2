import type { Operand, Pipe, VariableUse } from './nodes.ts'

/** What is the data itself at a place in a template: whether the dot is, and which variables are. */
export type DataHere = { readonly isDotData: boolean; readonly isData: (variable: VariableUse) => boolean }

/** Does a pipeline give the data itself: the dot or a variable that is it, in parentheses or not? */
export function isDataPipe({ commands }: Pipe, here: DataHere): boolean {
  return commands.length === 1 && commands[0]!.words.length === 1 && isDataOperand(commands[0]!.words[0], here)
}

export function isDataOperand(operand: Operand, here: DataHere): boolean {
  switch (operand.type) {
    case 'dot': return here.isDotData
    case 'variable': return operand.fields.length === 0 && here.isData(operand.variable)
    case 'pipe': return isDataPipe(operand.pipe, here)
    case 'nil':
    case 'constant':
    case 'field':
    case 'function':
    case 'chain': return false
  }
}
