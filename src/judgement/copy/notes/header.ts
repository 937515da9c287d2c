import type { ChangeFragment } from '#pulls/pull-request.ts'
import { type Bump, kindWord, note, type TeamNote } from './note.ts'
import { plainNote } from './plain.ts'

const FIELD = /^([A-Z][a-z]+):(.*)/

/** `Significance:` and `Type:` above an empty line, then the words. With no more than a `Comment:` it stays out of the changelog. */
export function readHeader({ text }: ChangeFragment): TeamNote[] | null {
  if (!/^Significance:/m.test(text)) return null
  const [head = '', ...rest] = text.split(/\n\s*\n/)
  const fields = new Map(
    head.split('\n').flatMap(line => {
      const [, name, value] = FIELD.exec(line) ?? []
      return name && value !== undefined ? [[name, value.trim()] as const] : []
    }),
  )
  const words = plainNote(rest.join('\n\n'))
  const bump = kindWord(fields.get('Significance') ?? '')
  return [
    note({
      source: 'fragment',
      kind: kindWord(fields.get('Type') ?? '') || null,
      bump: words === '' ? 'none' : isBump(bump) ? bump : null,
      text: words,
    }),
  ]
}

const isBump = (word: string): word is Bump => word === 'patch' || word === 'minor' || word === 'major'
