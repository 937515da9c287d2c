import { KIND_FACES } from '#changelog/kind-faces.ts'
import { KIND_KEYS } from '../../kinds.ts'
import type { IconName } from '../../parts/icon.tsx'
import { actionsNow } from '../keys.ts'

export interface Command {
  /** An id, for commands that may have the same label. */
  id?: string
  label: string
  icon: IconName
  /** The key that does the same. */
  key?: string
  /** Further words that find the command. */
  words?: string
  /** A remark beside the label. */
  note?: string
  run: () => unknown
}

/** The open draft or pull request, and the commands for it. */
export interface Current {
  /** The headline of the item; null if the page does not show it. */
  title: string | null
  commands: readonly Command[]
}

/** The commands for the current item, with their `KeyboardEvent.key`. */
const OF_CURRENT: readonly (Omit<Command, 'run'> & { key: string })[] = [
  { key: 'Enter', label: 'Approve for the next free time', icon: 'queue' },
  { key: 'p', label: 'Publish', icon: 'edition' },
  { key: 'e', label: 'Edit', icon: 'writer' },
  { key: 'w', label: 'Reword', icon: 'writer' },
  { key: 'i', label: 'Not for customers', icon: 'policy' },
  { key: 'd', label: 'Dismiss', icon: 'close' },
  { key: 'm', label: 'Change the size', icon: 'insights' },
  { key: 'o', label: 'Open on the code host', icon: 'open' },
  ...KIND_KEYS.map(({ key, kind }) => ({
    key,
    label: `Kind: ${KIND_FACES[kind].word}`,
    icon: 'check' as const,
  })),
]

/** The current item when the command palette opens, read outside of rendering. */
export function currentNow(): Current | null {
  const actions = actionsNow()
  const commands = OF_CURRENT.flatMap(command => {
    const run = actions[command.key]
    return run ? [{ ...command, key: command.key.toLowerCase(), run }] : []
  })
  const row = document.querySelector('main [data-item][aria-current=true] [dir=auto]')
  return commands.length > 0 ? { title: row?.textContent ?? null, commands } : null
}
