import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WordTable } from '#kit/word-table.ts'
import { randomOf } from './learning/example.ts'
import { Lexicon } from './lexicon.ts'
import { PairTable } from './pair-table.ts'
import { scan, WORD } from './scan.ts'
import { SCALES, Tokens } from './token.ts'
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

/** The words of a text by their keys, and as their author wrote them. */
const keysIn = (text: string) => wordReader(new Lexicon())(text, 50).map(({ entry }) => entry.key)
const saidIn = (text: string) => wordReader(new Lexicon())(text, 50).map(({ said }) => said)

test('links, references, versions and numbers are read as their shapes', () => {
  const shapes: Record<string, string[]> = {
    'http://a https://b.c/d?e=f#g': ['<url>', '<url>'],
    'see(https://a.b)': ['see', '<url>'],
    'xhttp://ab': ['xhttp', 'ab'],
    '#1 #123 fixes#4': ['<ref>', '<ref>', 'fix', '<ref>'],
    '# #a': ['a'],
    'v1.2 1.2.3-rc.1 0.5': ['<version>', '<version>', '<version>'],
    '1 42 007': ['<number>', '<number>', '<number>'],
    '<email>': [],
  }
  for (const [text, keys] of Object.entries(shapes)) {
    assert.deepEqual(keysIn(text), keys, text)
    assert.ok(
      saidIn(text).every((said, at) => (said === '') === keys[at]?.startsWith('<')),
      text,
    )
  }
})

test('all links are one word, and so are all references', () => {
  const words = wordReader(new Lexicon())('http://a https://b https://c #1 #2 http://d', 50)
  const [link, reference] = [words[0], words[3]]
  assert.deepEqual(
    words.map(word => [word === link, word === reference]),
    [0, 0, 0, 1, 1, 0].map(at => [at === 0, at === 1]),
  )
})

test('what only begins like a link is read as ever', () => {
  const shapes: Record<string, string[]> = {
    http: ['http'],
    'http:': ['http'],
    'http:/ https: //': ['http', 'http'],
    'https://': ['http'],
    'httpd: httpx:': ['httpd', 'httpx'],
    httpServer: ['<url>'],
    'http-server': ['<url>'],
    httpclient: ['httpclient'],
    Http: ['http'],
    HTTPServer: ['<name>', 'httpserver'],
  }
  for (const [text, keys] of Object.entries(shapes)) assert.deepEqual(keysIn(text), keys, text)
})

test('a name is followed by its parts, in order and each time', () => {
  const parts = ['<name>', 'load', 'room', 'list']
  assert.deepEqual(keysIn('loadRoomLists fix loadRoomLists'), [...parts, 'fix', ...parts])
  assert.deepEqual(saidIn('loadRoomLists'), ['', 'load', 'room', 'lists'])
  assert.deepEqual(keysIn('`load(rooms)` snake_case'), ['<code>', 'load', 'room', '<name>', 'snak', 'case'])
  assert.deepEqual(keysIn('anOldRoomListAgain'), ['<name>', 'an', 'old', 'room', 'list'])
  assert.deepEqual(saidIn("Kebab-Case won’t A B I'm"), ['kebab', 'case', "won't", 'a', "i'm"])
})

/** The names of what a lexicon knows of a text, as a title and as a description, a few times over. */
function knownIn(lexicon: Lexicon, text: string): [title: string[], body: string[]] {
  const read = wordReader(lexicon)
  const tokens = new Tokens()
  const named = () => tokens.collected().ids.map(id => lexicon.names[id] ?? '?')
  const known: [string[], string[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    tokens.begin()
    for (const word of read(text, 50)) word.addAsTitle(tokens)
    known[0] = named()
    tokens.begin()
    for (const word of read(text, 50)) word.addAsBody(tokens)
    known[1] = named()
  }
  return known
}

test('a lexicon that does not grow gives unknown words no ids', () => {
  const names = ['title:fix', 'body:fix', 'title:<url>', 'body:<ref>', 'body:room', 'pair:fix room']
  const lexicon = new Lexicon(names)
  const text = 'Fixes crash of loadRooms with zürich, see https://a.b and #12 fix'
  assert.deepEqual(knownIn(lexicon, text), [
    ['title:fix', 'title:<url>'],
    ['body:fix', 'body:room', 'body:<ref>'],
  ])
  assert.deepEqual(lexicon.names, names)
  const crash = lexicon.entryOf('crash')
  assert.ok(crash.place < 0)
  assert.ok(lexicon.tokenOf('title', crash, 'crash').id < 0)
  for (const [first, second, known] of [
    ['fix', 'room', true],
    ['room', 'fix', false],
    ['fix', 'crash', false],
    ['crash', 'fix', false],
    ['crash', 'crash', false],
  ] as const)
    assert.equal(lexicon.pairs.pair.idOf(lexicon.entryOf(first), lexicon.entryOf(second)) >= 0, known)
  assert.ok(lexicon.pairs['body-pair'].idOf(lexicon.entryOf('fix'), lexicon.entryOf('room')) < 0)
  assert.ok(lexicon.idNamed('title:crash') < 0)
  assert.equal(lexicon.idNamed('pair:fix room'), 5)
})

test('a lexicon of many words takes none that it does not know for one of them', () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `title:word${at}`)
  const lexicon = new Lexicon(names)
  for (let at = 0; at < 10_000; at++) {
    const { key, place } = lexicon.entryOf(`word${at}`)
    assert.deepEqual([key, place], at < names.length ? [`word${at}`, at] : ['', -1])
  }
  assert.deepEqual(lexicon.names, names)
})

test('a word counts as one of a title or of a description, in its form of that text', () => {
  const read = wordReader(new Lexicon())
  const tokens = new Tokens()
  tokens.begin()
  for (const word of read('Fixes', 50)) word.addAsBody(tokens)
  for (const word of read('fixed', 50)) word.addAsTitle(tokens)
  const { ids, values, tokens: collected } = tokens.collected()
  assert.deepEqual(values, [SCALES.body, SCALES.title])
  assert.deepEqual(
    collected.map(({ id, family, said }, at) => [id - (ids[at] ?? -1), family, said]),
    [
      [0, 'body', 'fixes'],
      [0, 'title', 'fixed'],
    ],
  )
})

test('a lexicon that grows gives each word an id of its own in each place where it stands', () => {
  const lexicon = new Lexicon()
  assert.deepEqual(knownIn(lexicon, 'fix room fixes'), [
    ['title:fix', 'title:room'],
    ['body:fix', 'body:room'],
  ])
  assert.deepEqual(lexicon.names, ['title:fix', 'title:room', 'body:fix', 'body:room'])
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
