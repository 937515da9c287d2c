import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WordTable } from '#kit/word-table.ts'
import { randomOf } from './learning/example.ts'
import { Lexicon } from './lexicon.ts'
import { PairTable } from './pair-table.ts'
import { scan, WORD } from './scan.ts'
import { wordReader } from './words.ts'

const AWKWARD = [
  '',
  ' ',
  'a',
  '`',
  '``',
  '`a` `b',
  "don't won’t it's' rock-'n'-roll x- y_ _z",
  'http https: http:// https://a.b/c?d=e, then http: //x',
  'v v1 v1.2 1.2.3-rc.1) v1. 12 #12 # 12 abc#12 3rd x2y',
  '<email> <emai> a<email>b',
  'Ärger naïve 日本語 word日本 e\u0301t\u00e9',
  '👩‍👩‍👧 fix🐛ed \ud83d lone \udc1b halves',
  'ſtrange K sign, ﬁne, İstanbul',
  'camelCase HTTPServer snake_case kebab-case-too NASA’s',
  `${'x'.repeat(23)} ${'x'.repeat(24)} ${'x'.repeat(25)} ${'x'.repeat(5_000)}`,
  '\0\u0001 nul \u00a0 spaces\u2028lines',
]

/** Texts of letters, digits and signs that begin, join and end words. */
function made(count: number): string[] {
  const random = randomOf(7)
  const signs = [..."aabcdehpstvxyzAZ019  ..::/-_'’`#<>\n,é日", '\ud83d', 'http', '<email>', 'fix', 'Fixes']
  const pick = () => signs[Math.floor(random() * signs.length)] ?? ''
  return Array.from({ length: count }, () => Array.from({ length: Math.floor(random() * 60) }, pick).join(''))
}

const TEXTS = [...AWKWARD, ...made(5_000)]

const scanned = (text: string): string[] => {
  const found: string[] = []
  scan(text, ({ codes, from, to }) => {
    found.push(String.fromCharCode(...codes.subarray(from, to)))
    return true
  })
  return found
}

test('going through a text meets the words that the pattern finds in it', () => {
  const everywhere = new RegExp(WORD.source, 'g')
  for (const text of TEXTS)
    assert.deepEqual(scanned(text), text.match(everywhere) ?? [], JSON.stringify(text))
})

test('a word found by its characters is the word that a Map finds, also once the table is full', () => {
  const asked = new WordTable(word => ({ word }), 15)
  const texts = [...TEXTS, ...Array.from({ length: 60_000 }, (_, at) => `word${at} word${at % 50}`), ...TEXTS]
  for (const text of texts) {
    const expected = scanned(text)
    const found: string[] = []
    scan(text, stretch => {
      found.push(asked.of(stretch).word)
      return true
    })
    assert.deepEqual(found, expected)
  }
})

test('a word that is met again is not looked up again', () => {
  let lookedUp = 0
  const table = new WordTable(() => ({ place: lookedUp++ }), 4)
  const places: number[] = []
  scan('Fix fix Fix fix', stretch => places.push(table.of(stretch).place) > 0)
  assert.deepEqual(places, [0, 1, 0, 1])
})

test('words beyond the limit are not read', () => {
  const read = wordReader(new Lexicon())
  assert.deepEqual(
    read('one two three four', 2).map(({ said }) => said),
    ['one', 'two'],
  )
})

test('pairs are found as in a Map', () => {
  const random = randomOf(3)
  const table = new PairTable()
  const plain = new Map<string, number>()
  const place = () => Math.floor(random() * 300)
  for (let value = 0; value < 20_000; value++) {
    const [first, second] = [place(), place()]
    assert.equal(table.get(first, second), plain.get(`${first} ${second}`))
    if (value % 2 === 0) continue
    table.set(first, second, value)
    plain.set(`${first} ${second}`, value)
  }
})
