import { createRequire } from 'node:module'
import type { ChangeFragment } from '#pulls/pull-request.ts'
import { BUMPS, type Bump, kindWord, note, type TeamNote } from './note.ts'
import { plainNote } from './plain.ts'

type Fields = Record<string, unknown>

const KIND_KEYS = ['kind', 'type', 'change_type', 'category', 'section']
const TEXT_KEYS = [
  'summary',
  'title',
  'note',
  'message',
  'body',
  'comment',
  'releaseNotes',
  'description',
  'text',
]

/**
 * A YAML or JSON fragment: either one change with its kind and words, a list of such (Rush), or lists of sentences under the
 * kinds' names (reno, antsibull).
 */
export function readRecord({ path, text }: ChangeFragment): TeamNote[] | null {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return null
  const fields = parsed(text)
  if (fields === null) return null
  const changes = Array.isArray(fields.changes) ? fields.changes.filter(isFields) : []
  if (changes.length > 0) return changes.map(one)
  return KIND_KEYS.some(key => key in fields) ? [one(fields)] : sections(fields)
}

const require = createRequire(import.meta.url)
let loaded: typeof import('yaml') | undefined

/** Most histories hold no YAML, and its parser is as large as all of our own: it is loaded for the first fragment. */
function yaml(): typeof import('yaml') {
  loaded ??= require('yaml') as typeof import('yaml')
  return loaded
}

function parsed(text: string): Fields | null {
  try {
    const document = yaml().parseDocument(text, { uniqueKeys: false, logLevel: 'silent' })
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    return isFields(value) ? value : null
  } catch {
    return flat(text)
  }
}

/** People write `message: **Router**: faster`, which is no YAML: then each `key: value` line is taken as it stands. */
const flat = (text: string): Fields =>
  Object.fromEntries(
    text.split('\n').flatMap(line => {
      const [, key, value] = /^([A-Za-z_]+):[ \t]+(\S.*)$/.exec(line) ?? []
      return key === undefined ? [] : [[key, value]]
    }),
  )

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function one(fields: Fields): TeamNote {
  const key = KIND_KEYS.find(name => typeof fields[name] === 'string')
  const word = key === undefined ? null : kindWord(String(fields[key]))
  const bump = BUMPS.find(name => name === word) ?? null
  const words = TEXT_KEYS.map(name => wordsOf(fields[name])).find(found => found !== '') ?? ''
  return note({
    source: 'fragment',
    kind: bump === null ? word : null,
    bump: silenced(bump, words),
    text: words,
  })
}

/** A change file that names a bump and has nothing to say is still a release. */
const silenced = (bump: Bump | null, words: string): Bump | null =>
  words === '' && bump === null ? 'none' : bump

function sections(fields: Fields): TeamNote[] {
  return Object.entries(fields)
    .filter(([, value]) => Array.isArray(value))
    .map(([name, value]) => note({ source: 'fragment', kind: kindWord(name), text: wordsOf(value) }))
    .filter(found => found.text !== '')
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return plainNote(value)
  if (!Array.isArray(value)) return ''
  return value
    .filter(item => typeof item === 'string')
    .map(plainNote)
    .filter(Boolean)
    .join('\n')
}
