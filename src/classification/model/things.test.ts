import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { thingsIn } from './things.ts'

const TITLES = [
  'Fix crash in room list',
  'FIX Crash in Room-List (again)',
  'fix fix fix',
  '',
  '1234 — 5678',
  'feat(api): export rooms as CSV',
  Array.from(
    { length: 130 },
    (_, at) => `w${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10) % 10]}x`,
  ).join(' '),
]
const FILES = [
  ['src/a.ts', 'src/rooms/b.ts', 'src/rooms/c.ts', 'README.md'],
  [],
  Array.from({ length: 260 }, (_, at) => `pkg${at % 30}/part${at}.py`),
]

/** The same things by their names: folders, roots, files, words and pairs. */
function namesIn(title: string, files: readonly string[]): Set<string>[] {
  const read = files.slice(0, 200)
  const words = (title.toLowerCase().match(/[a-z]+/g) ?? []).slice(0, 100)
  return [
    new Set(read.map(path => path.slice(0, path.lastIndexOf('/') + 1))),
    new Set(read.map(path => path.slice(0, path.indexOf('/') + 1 || path.length))),
    new Set(read),
    new Set(words),
    new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`)),
  ]
}

test('a change has as many things of each kind as they have names', () => {
  for (const title of TITLES)
    for (const files of FILES)
      assert.deepEqual(
        thingsIn(aPull({ title, files })).map(({ length }) => length),
        namesIn(title, files).map(({ size }) => size),
        title,
      )
})

test('two changes share what has the same name, and nothing else', () => {
  for (const title of TITLES)
    for (const other of TITLES) {
      const [one, two] = [title, other].map(title => thingsIn(aPull({ title, files: FILES[0] ?? [] })))
      const [named, also] = [title, other].map(title => namesIn(title, FILES[0] ?? []))
      for (const kind of [0, 1, 2, 3, 4])
        assert.equal(
          new Set(one?.[kind]).intersection(new Set(two?.[kind])).size,
          named?.[kind]?.intersection(also?.[kind] ?? new Set()).size,
          `${title} | ${other}`,
        )
    }
})
