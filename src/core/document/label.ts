import { unreachable } from '../diagnostic.ts'
import type { Json } from '../diagnostic.ts'
import type { Command } from '../dialects/command.ts'

/** What a command did, as the menu says after "Undo": "Add verifier", "Rename draft to write". */
export function labelOfCommand(command: Command): string {
  switch (command.type) {
    case 'add':
      return `Add ${textOr(command.node['kind'], 'agent')}`
    case 'remove':
      return `${command.references === 'keep' ? 'Cut' : 'Delete'} ${command.nodes.length === 1 ? short(command.nodes[0]!) : `${command.nodes.length} nodes`}`
    case 'rename':
      return `Rename ${short(command.node)} to ${short(command.to)}`
    case 'connect':
      return `Connect ${short(command.from)} to ${short(command.to)}`
    case 'disconnect':
      return `Disconnect ${short(command.from)} from ${short(command.to)}`
    case 'retarget':
      return `Lead ${short(command.from)} to ${short(command.newTo ?? command.to)}${command.newFrom === undefined ? '' : ` from ${short(command.newFrom)}`}`
    case 'setEdge':
      return `${command.value === undefined ? 'Clear' : 'Change'} ${words(command.field)} of ${short(command.from)} to ${short(command.to)}`
    case 'moveEdge':
      return `Reorder edges of ${short(command.from)}`
    case 'renameOutput':
      return `Rename variable ${short(command.from)} to ${short(command.to)}`
    case 'toFlow':
      return 'Turn into a flow'
    case 'setField': {
      const field = typeof command.field === 'string' ? command.field : command.field.map(String).join('.')
      return `${command.value === undefined ? 'Clear' : 'Change'} ${words(field)} of ${short(command.node)}`
    }
    case 'setDocument':
      return `${command.value === undefined ? 'Clear' : 'Change'} ${words(command.field)}`
    case 'setComment':
      return `${command.text === undefined ? 'Remove' : 'Change'} note of ${short(command.node)}`
    case 'moveNode':
      return command.before === undefined
        ? `Move ${short(command.node)} to the end`
        : `Move ${short(command.node)} before ${short(command.before)}`
    case 'paste':
      return 'Paste'
    case 'setFormat':
      return `Convert to ${command.format === 'json' ? 'JSON' : 'YAML'}`
    case 'batch':
      return command.label
    default:
      return unreachable(command)
  }
}

/** Ids may be of any length and hold line ends; a menu shows one line. */
function short(id: string): string {
  const line = id.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : line
}

function words(field: string): string {
  return short(field.replaceAll('_', ' '))
}

function textOr(value: Json | undefined, otherwise: string): string {
  return typeof value === 'string' && value.trim() !== '' ? short(value.toLowerCase()) : otherwise
}
