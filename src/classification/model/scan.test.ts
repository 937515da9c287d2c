import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomOf } from './learning/example.ts'
import { stretchesIn } from './scan.ts'

const SPACES = [...' \t\n\v\f\r\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff']
/** Some of them take up room and are no spaces all the same. */
const OTHERS = [
  'a',
  'Z',
  '0',
  '-',
  '\0',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u180e',
  '\u200b',
  'é',
  '日',
  '👩',
  '\ud83d',
]

const AWKWARD = [
  '',
  ' ',
  'a',
  ' a',
  'a ',
  ' a ',
  'a b',
  '  a \n\n b\t',
  '\ufeffa\u00a0\u3000b\u200bc',
  '\r\n\r\n',
  ...SPACES,
  ...OTHERS,
]

/** Texts in which spaces and other characters come in stretches. */
function made(count: number): string[] {
  const random = randomOf(5)
  const oneOf = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const pick = () => oneOf(random() < 0.4 ? SPACES : OTHERS)
  return Array.from({ length: count }, () => Array.from({ length: Math.floor(random() * 40) }, pick).join(''))
}

function assertCounted(text: string, what = JSON.stringify(text)): void {
  assert.equal(stretchesIn(text, true), text.match(/\s+/g)?.length ?? 0, `spaces in ${what}`)
  assert.equal(stretchesIn(text, false), text.match(/\S+/g)?.length ?? 0, `others in ${what}`)
}

test('stretches of spaces, and of anything else, are counted as patterns count them', () => {
  for (const text of [...AWKWARD, ...made(3_000)]) assertCounted(text)
})

test('every character is a space where it is one in a pattern', () => {
  for (let code = 0; code < 2 ** 16; code++)
    assertCounted(`a${String.fromCharCode(code)}b`, `U+${code.toString(16)}`)
})

test('texts of any length are counted, and what a longer one left behind is not', () => {
  for (const length of [2_047, 2_048, 2_049, 4_095, 4_096, 4_097, 10_000, 100_000, 5, 0]) {
    assertCounted('a '.repeat(length / 2), `${length} characters`)
    assertCounted('日'.repeat(length), `${length} characters of one word`)
    assertCounted(`${' '.repeat(length)}b`, `a word behind ${length} spaces`)
  }
})
