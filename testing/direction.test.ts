import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SRC = join(dirname(fileURLToPath(import.meta.url)), '..', 'src')

/** From left to right; a room imports only from rooms to its left. Rooms of one row do not import each other. */
const ROWS = [
  ['kit'],
  ['db', 'llm', 'mail'],
  ['accounts'],
  ['pulls'],
  ['pitch'],
  ['classification'],
  ['entries'],
  ['social', 'feeds', 'highlights', 'access', 'callbacks'],
  ['pipeline'],
  ['web'],
  ['config'],
  [
    'config.ts',
    'encryption.ts',
    'providers.ts',
    'connections.ts',
    'work.ts',
    'desk.ts',
    'compose.ts',
    'service.ts',
    'start-web.ts',
    'background.ts',
    'background-tasks.ts',
    'background-entry.ts',
  ],
  ['cli'],
]

/** Folders of implementations, and the files that alone may name what is in them. */
const IMPLEMENTATIONS: Record<string, string[]> = {
  'db/dialects': ['db/open.ts'],
  'llm/providers': ['providers.ts'],
  'mail/transports': ['providers.ts'],
  'accounts/payments/providers': ['providers.ts'],
  'pulls/hosts': ['providers.ts'],
  'callbacks/providers': ['providers.ts'],
  'pitch/writers': ['providers.ts'],
  'feeds/formats': ['providers.ts'],
}

const rowOf = (room: string) => ROWS.findIndex(row => row.includes(room))
const roomOf = (file: string) => file.split('/')[0] ?? file
const sources = globSync('**/*.ts', { cwd: SRC }).filter(file => !file.endsWith('.test.ts'))

/** Every module that the file imports from the house, as a path below `src`. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8')
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(match => match[1] ?? '')
  return named.flatMap(name => {
    if (name.startsWith('#')) return [name.slice(1)]
    if (name.startsWith('.')) return [relative(SRC, join(SRC, dirname(file), name))]
    return []
  })
}

test('every room has its place in the row', () => {
  const homeless = sources.map(roomOf).filter(room => rowOf(room) === -1)
  assert.deepEqual([...new Set(homeless)], [])
})

test('rooms import only leftward', () => {
  const wrong = sources.flatMap(file => {
    const own = roomOf(file)
    return importsOf(file)
      .filter(target => roomOf(target) !== own && !isLeftOf(roomOf(target), own))
      .map(target => `${file} imports ${target}`)
  })
  assert.deepEqual(wrong, [])
})

/** The loose files of one row may use each other; folders of one row may not. */
function isLeftOf(target: string, own: string): boolean {
  if (rowOf(target) === rowOf(own)) return target.endsWith('.ts') && own.endsWith('.ts')
  return rowOf(target) < rowOf(own)
}

test('implementations are named only where they are listed', () => {
  const wrong = sources.flatMap(file =>
    importsOf(file).flatMap(target => {
      const folder = Object.keys(IMPLEMENTATIONS).find(
        name => target.startsWith(`${name}/`) && !file.startsWith(`${name}/`),
      )
      return folder && !IMPLEMENTATIONS[folder]?.includes(file) ? [`${file} imports ${target}`] : []
    }),
  )
  assert.deepEqual(wrong, [])
})

test('no file is longer than 300 lines', () => {
  const long = sources.filter(file => readFileSync(join(SRC, file), 'utf8').split('\n').length > 301)
  assert.deepEqual(long, [])
})
