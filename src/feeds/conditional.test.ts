import assert from 'node:assert/strict'
import { test } from 'node:test'
import { httpDate, isNotModified, parseHttpDate } from './conditional.ts'

const AT = Date.parse('1994-11-06T08:49:37Z')

test('all three forms of an HTTP date are read, and nothing else', () => {
  assert.equal(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT'), AT)
  assert.equal(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT'), AT)
  assert.equal(parseHttpDate('Sun Nov  6 08:49:37 1994'), AT)
  for (const text of ['1994-11-06', 'Sun, 06 Nov 1994 08:49:37 CET', 'Sun, 99 Nov 1994 08:49:37 GMT', '']) {
    assert.equal(parseHttpDate(text), null, text)
  }
  assert.equal(httpDate(AT), 'Sun, 06 Nov 1994 08:49:37 GMT')
})

test('a date is compared by the second, the only grain that it has', () => {
  const headers = { 'if-modified-since': httpDate(AT) }
  assert.equal(isNotModified(headers, '"a"', AT + 999), true)
  assert.equal(isNotModified(headers, '"a"', AT + 1_000), false)
})

test('a tag must match whole', () => {
  const withTag = (tags: string) => isNotModified({ 'if-none-match': tags }, '"abc"', AT)
  assert.equal(withTag('"x", W/"abc"'), true)
  assert.equal(withTag('"abc-gzip"'), false)
  assert.equal(withTag('abc'), false)
  assert.equal(withTag(''), false)
})
