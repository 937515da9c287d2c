import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clip, safeLine, safeText } from './text.ts'

test('what a person cannot see does not get in', () => {
  assert.equal(safeText('a\u0000b\u001b[31mc\u202Ed\u{E0041}e\uFEFF\uFFFEf\u0085'), 'ab[31mcdef')
  assert.equal(safeText('x\uD800y'), 'x\uFFFDy')
})

test('what scripts and emoji need stays', () => {
  assert.equal(safeText('👩‍💻 ❤️ नमस्ते می‌خواهم\ttab\nline'), '👩‍💻 ❤️ नमस्ते می‌خواهم\ttab\nline')
})

test('a line is one line', () => {
  assert.equal(safeLine('  a\r\n b\u00A0 c '), 'a b c')
})

test('clipping never splits a character', () => {
  assert.equal(clip('abc', 3), 'abc')
  assert.equal(clip('ab😀cd', 4), 'ab…')
})
