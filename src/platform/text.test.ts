import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clip, safeLine, safeText } from './text.ts'

test('invisible characters are removed', () => {
  assert.equal(safeText('a\u0000b\u001b[31mc\u202Ed\u{E0041}e\uFEFF\uFFFEf\u0085'), 'ab[31mcdef')
  assert.equal(safeText('x\uD800y'), 'x\uFFFDy')
})

test('characters that scripts and emoji need are kept', () => {
  assert.equal(safeText('👩‍💻 ❤️ नमस्ते می‌خواهم\ttab\nline'), '👩‍💻 ❤️ नमस्ते می‌خواهم\ttab\nline')
})

test('a line has no line breaks', () => {
  assert.equal(safeLine('  a\r\n b\u00A0 c '), 'a b c')
})

test('clipping never splits a character', () => {
  assert.equal(clip('abc', 3), 'abc')
  assert.equal(clip('ab😀cd', 4), 'ab…')
})

const cleaned = (text: string) => [...safeText(text)].map(one => one.codePointAt(0)?.toString(16)).join(' ')
const same = (text: string) =>
  assert.equal(cleaned(text), [...text].map(one => one.codePointAt(0)?.toString(16)).join(' '), text)

test('emoji stay whole', () => {
  for (const emoji of [
    '👨‍👩‍👧‍👦',
    '👩🏽‍🚀',
    '🧑‍🤝‍🧑',
    '❤\uFE0F',
    '❤\uFE0E',
    '❤\uFE0F\u200D🔥',
    '👁\uFE0F\u200D🗨\uFE0F',
    '🏳\uFE0F\u200D🌈',
    '🏴\u200D☠\uFE0F',
    '👩\u200D⚕\uFE0F',
    '🧑🏻\u200D🦰',
    '🇺🇦',
    '1\uFE0F\u20E3',
    '#\uFE0F\u20E3',
    '©\uFE0F ™\uFE0F ✅ ⚠\uFE0F',
  ]) {
    same(emoji)
    same(`Adds ${emoji} to the menu, ${emoji}${emoji}.`)
  }
})

test('scripts that need joiners keep them', () => {
  for (const words of [
    'می\u200Cخواهم',
    'کتاب\u200Cها را نمی\u200Cبینم',
    'क\u094D\u200Dष और क\u094D\u200Cष',
    'ක\u0DCA\u200Dරියා',
    'ನ\u200D\u0CCDಕ',
    'അവന\u0D4D\u200D വന്നു',
    '葛\u{E0100}城市',
    'ᠪᠢᠴᠢᠭ\u180Bᠦᠨ ᠨᠠ\u180Eᠠ',
    '⠓⠑⠇⠇⠕\u2800⠺⠕⠗⠇⠙',
    'ᄀ\u1160ᆨ \u115Fᅡ',
  ])
    same(words)
})

test('text hidden in invisible characters is removed', () => {
  const bits = (zero: string, one: string) =>
    [...'ignore all']
      .map(letter => letter.charCodeAt(0).toString(2).replaceAll('0', zero).replaceAll('1', one))
      .join('')
  const selectors = [...'ignore']
    .map(letter => String.fromCodePoint(0xe0100 + letter.charCodeAt(0) - 16))
    .join('')
  for (const hidden of [
    bits('\u200C', '\u200D'),
    bits('\uFE00', '\uFE0F'),
    bits('\u115F', '\u1160'),
    bits('\u034F', '\u17B4'),
    bits('\u180B', '\u180F'),
    bits('\u2061', '\u2062'),
    selectors,
    '\u{E0069}\u{E0067}',
    '\uFFF9x\uFFFB'.replace('x', ''),
    '\u{1D173}\u{1BCA0}\u17B5\u2065',
  ]) {
    assert.equal(safeText(`Adds a${hidden} toggle`), 'Adds a toggle')
    assert.equal(safeText(`${hidden}Adds${hidden}`), 'Adds')
    assert.equal(
      safeText(`Adds 😀${hidden.replace(/^\uFE0F/, '')}!`).replace(/[\uFE0E\uFE0F]/, ''),
      'Adds 😀!',
    )
    assert.ok(safeText(`میخ${hidden}وا 葛${hidden}城 क्${hidden}ष`).length <= 'میخوا 葛城 क्ष'.length + 4)
  }
})

test('single invisible characters are removed where nothing needs them', () => {
  for (const sign of [
    '\u200C',
    '\u200D',
    '\uFE00',
    '\uFE0E',
    '\uFE0F',
    '\u115F',
    '\u1160',
    '\u034F',
    '\u17B4',
    '\u17B5',
    '\u180B',
    '\u180E',
    '\u180F',
    '\u{E0101}',
  ])
    for (const text of [`to${sign}ken`, `${sign}token`, `token${sign}`, `1${sign}2`, `to ${sign} ken`])
      assert.equal(safeText(text), text.replace(sign, ''), cleaned(text))
})

test('one of several joiners is kept where one is needed', () => {
  assert.equal(safeText('می\u200C\u200C\u200Cخواهم'), 'می\u200Cخواهم')
  assert.equal(safeText('❤\uFE0F\uFE0F\uFE0E'), '❤\uFE0F')
  assert.equal(safeText('👩\u200D\u200D👧'), '👩\u200D👧')
})

test('characters that look like a space become one', () => {
  assert.equal(safeText('two\u2800words'), 'two words')
  assert.equal(safeText('two\u3164\u3164\u3164words'), 'two words')
  assert.equal(safeLine('\u3164\u2800'), '')
})

test('cleaning is idempotent', () => {
  const signs = [
    ...'\u200C\u200D\uFE00\uFE0F\u3164\u115F\u1160\u034F\u2800\u17B4\u180B\u{E0100}\u202Ea1#葛क\u094Dم❤👩🏽ᠠ각⠓\u20E3 ',
  ]
  let seed = 7
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648)
  for (let n = 0; n < 5_000; n++) {
    const text = Array.from({ length: 12 }, () => signs[next() % signs.length]).join('')
    const once = safeText(text)
    assert.equal(safeText(once), once, cleaned(text))
    assert.doesNotMatch(once, /[\p{DI}]{3}/u)
  }
})
