import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placed } from '../paths/placed.ts'
import { Lexicon } from './lexicon.ts'
import { addPaths, pathReader } from './path-tokens.ts'
import { Tokens } from './token.ts'

/** The words of the paths with the share of files that have them. */
function sharesIn(paths: readonly string[], lexicon = new Lexicon()): Record<string, number> {
  const tokens = new Tokens()
  tokens.begin()
  addPaths(tokens, paths.map(placed), pathReader(lexicon))
  const collected = tokens.collected()
  return Object.fromEntries(collected.ids.map((id, q) => [lexicon.names[id], collected.values[q] ?? 0]))
}

test('a word that stands in a folder and in the name of its file counts once', () => {
  assert.deepEqual(sharesIn(['src/rooms/rooms_list.ts']), {
    'path:src': 1,
    'path:rooms': 1,
    'path:list': 1,
    'path:ts': 1,
    'ending:ts': 1,
  })
})

test('each word has the share of the files that have it', () => {
  assert.deepEqual(sharesIn(['src/pins.ts', 'docs/pins.md', 'Makefile']), {
    'path:src': 1 / 3,
    'path:pins': 2 / 3,
    'path:ts': 1 / 3,
    'ending:ts': 1 / 3,
    'path:docs': 1 / 3,
    'path:md': 1 / 3,
    'ending:md': 1 / 3,
    'path:makefile': 1 / 3,
    'ending:makefile': 1 / 3,
  })
})

test('words that the lexicon does not know are passed over', () => {
  assert.deepEqual(sharesIn(['src/pins.ts'], new Lexicon(['path:pins'])), { 'path:pins': 1 })
})
