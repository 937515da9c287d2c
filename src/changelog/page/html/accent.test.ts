import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colour } from '#platform/palette.ts'
import { contrastOf, readableAccents } from './accent.ts'

test('any accent colour is adjusted until it is readable on the light and dark page', () => {
  for (let n = 0; n < 2_000; n++) {
    const accent = `#${((n * 8_387) % 0x1000000).toString(16).padStart(6, '0')}`
    const { light, dark } = readableAccents(accent)
    assert.ok(contrastOf(light, '#fcfaf8') >= 4.5, `${accent} gives ${light} on light`)
    assert.ok(contrastOf(dark, '#171411') >= 6, `${accent} gives ${dark} on dark`)
  }
})

test('an accent colour that is readable stays as it is', () => {
  assert.equal(readableAccents('#1a4fa0').light, '#1a4fa0')
})

test('black on white has the highest contrast', () => {
  assert.equal(Math.round(contrastOf('#000000', '#ffffff')), 21)
})

test('words of the palette can be read on every ground, and in the dark a raised ground stands out', () => {
  const { ground, raised } = { ground: colour('ground'), raised: colour('raised') }
  for (const scheme of ['light', 'dark'] as const)
    for (const words of ['ink', 'quiet', 'accent'] as const)
      for (const below of [ground, raised, colour('floating')])
        assert.ok(contrastOf(colour(words)[scheme], below[scheme]) >= 4.5, `${words} on ${below[scheme]}`)
  assert.ok(contrastOf(raised.dark, ground.dark) >= 1.3)
})
