import { createRequire } from 'node:module'
import type { ChangeFragment } from '#pulls/pull-request.ts'
import { BUMPS, type Bump, kindWord, note, plainNote, type TeamNote } from './note.ts'

type Fields = Record<string, unknown>

/** `type`, `Change-Kind`, `"semver"`: what sorts the change, however it is spelt. */
const KIND_KEY = /^(?:change)?(?:kinds?|types?|category|section|bump|level|impact|significance|semver)$/
const TEXT_KEYS = 'summary title note message body comment releasenotes description text'.split(' ')

/** A key with only its letters, in lower case. */
const folded = (key: string): string => key.toLowerCase().replace(/[^a-z]/g, '')

export const isKindKey = (key: string): boolean => KIND_KEY.test(folded(key))

/**
 * A YAML, JSON or TOML fragment: either one change with its kind and words, a list of such (Rush), or lists of sentences under the
 * kinds' names (reno, antsibull).
 */
export function readRecord({ path, text }: ChangeFragment): TeamNote[] | null {
  if (!/\.(?:ya?ml|json|toml)$/i.test(path)) return null
  const fields = /\.toml$/i.test(path) ? flat(text) : parsed(text)
  if (fields === null) return null
  const changes = Array.isArray(fields.changes) ? fields.changes.filter(isFields) : []
  if (changes.length > 0) return changes.map(one)
  if (isSorted(fields)) return [one(fields)]
  const [inner, ...others] = Object.values(fields).filter(isFields)
  return inner !== undefined && others.length === 0 && isSorted(inner) ? [one(inner)] : sections(fields)
}

const FRONT_MATTER = /^\s*---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/

/** Markdown whose front matter sorts the change, with the words below it. */
export function readFrontMatter({ path, text }: ChangeFragment): TeamNote[] | null {
  const [whole, front] = /\.mdx?$/i.test(path) ? (FRONT_MATTER.exec(text) ?? []) : []
  const fields = front === undefined ? null : parsed(front)
  if (whole === undefined || fields === null || !isSorted(fields)) return null
  const words = plainNote(text.slice(whole.length))
  return [one(words === '' ? fields : { ...fields, summary: words })]
}

const isSorted = (fields: Fields): boolean =>
  Object.entries(fields).some(([key, value]) => typeof value === 'string' && isKindKey(key))

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
      const [, key, value] = /^([A-Za-z_-]+)[ \t]*[:=][ \t]*(\S.*)$/.exec(line) ?? []
      return key === undefined ? [] : [[key, value?.replace(/^"(.*)"$/, '$1')]]
    }),
  )

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function one(fields: Fields): TeamNote {
  const sorts = Object.entries(fields)
    .filter(([key, value]) => typeof value === 'string' && isKindKey(key))
    .map(([, value]) => kindWord(String(value)))
  const bump = BUMPS.find(name => sorts.includes(name)) ?? null
  const kind = sorts.find(word => word !== bump) ?? null
  const words = textIn(fields)
  return note({ source: 'fragment', kind, bump: silenced(bump, words), text: words })
}

/** The words of a record: the value under a usual key, or else the longest value that is a sentence. */
function textIn(fields: Fields): string {
  const named = new Map(Object.entries(fields).map(([key, value]) => [folded(key), wordsOf(value)]))
  const usual = TEXT_KEYS.map(name => named.get(name) ?? '').find(found => found !== '')
  if (usual !== undefined) return usual
  const sentences = Object.entries(fields)
    .filter(([key]) => !isKindKey(key))
    .map(([, value]) => wordsOf(value))
  return sentences.filter(text => /\S\s+\S+\s+\S/.test(text)).toSorted((a, b) => b.length - a.length)[0] ?? ''
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
