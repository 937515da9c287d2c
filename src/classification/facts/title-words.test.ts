import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomOf } from '../model/learning/example.ts'
import { type WordFacts, wordsTold } from './title-words.ts'
import { GROUP_OF } from './words.ts'

const MANNERS = 'temporarily properly correctly automatically explicitly gracefully safely'.split(' ')

const AWKWARD = [
  '',
  ' ',
  '`',
  '``',
  '`fix`',
  'fix `add` test',
  'fix `add test',
  'fix `add` test `remove` docs ` bump',
  'fix`add`test',
  "Don't crash: shouldn’t HANG",
  "'fix' ’fix’ -fix- fix-",
  '3fix fix3 3 e2e E2E i18n',
  'do-not re-add fix_add fix/add fix.add',
  'Properly FIX the Crash',
  'Größe fixé naïve fix日add',
  `fix ${'x'.repeat(23)} ${'x'.repeat(24)} ${'x'.repeat(25)} crash`,
  `${'a '.repeat(3_000)}fix`,
]

/** Titles of words that tell something, words that do not, and what may stand between and in them. */
function made(count: number): string[] {
  const random = randomOf(13)
  const told = [...GROUP_OF.keys()]
  const oneOf = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const cased = (word: string) =>
    oneOf([word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`])
  const joints = [
    ' ',
    ' ',
    ' ',
    ': ',
    '-',
    "'",
    '’',
    '`',
    ' `',
    '` ',
    '_',
    '/',
    '(',
    ') ',
    '"',
    '#12 ',
    '7',
    '',
  ]
  const pick = () =>
    `${cased(oneOf([oneOf(told), oneOf(MANNERS), oneOf(['room', 'x', 'zebra', 'list2'])]))}${oneOf(joints)}`
  return Array.from({ length: count }, () => Array.from({ length: Math.floor(random() * 9) }, pick).join(''))
}

const wordsIn = (title: string): string[] =>
  title
    .replace(/`[^`]*`/g, ' ')
    .toLowerCase()
    .match(/[a-z][a-z0-9'’-]*/g) ?? []

/** What a word is to tell: which facts, and in whose word. */
function expected(word: string) {
  const group = GROUP_OF.get(word)
  return { verb: group && `verb:${group}`, word: group && `word:${group}`, says: true }
}

const told = ({ verb, word }: WordFacts, raw: string) => ({
  verb: verb?.name,
  word: word?.name,
  says: [verb, word].every(fact => fact === undefined || fact.detail.includes(`“${raw}”`)),
})

test('a title tells what its words tell, in their order, code left out', () => {
  for (const title of [...AWKWARD, ...made(800)]) {
    const words = wordsIn(title)
    const facts = wordsTold(title)
    assert.equal(facts.length, words.length, title)
    for (const [at, word] of words.entries()) {
      const found = facts[at]
      assert.deepEqual(found && told(found, word), expected(word), `${word} in ${title}`)
    }
  }
})

test('words of manner are known, whether or not they tell something', () => {
  const isManner = (title: string) => wordsTold(title).map(facts => facts.isManner)
  assert.deepEqual(isManner('Temporarily fix'), [true, false])
  for (const word of MANNERS) assert.deepEqual(isManner(`the ${word.toUpperCase()}`), [false, true])
  assert.equal(wordsTold('temporarily')[0]?.word, undefined)
  assert.equal(wordsTold('properly')[0]?.verb?.name, 'verb:guard')
})

test('the facts of one title stay as they are when others are read', () => {
  const facts = wordsTold('Fix crash')
  const before = structuredClone(facts)
  wordsTold('Add tests for the documentation of rooms')
  assert.deepEqual(facts, before)
})
