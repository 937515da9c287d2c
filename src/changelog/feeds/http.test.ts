import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingFor, httpDate, isNotModified, lastModifiedOf, parseHttpDate } from './http.ts'

const AT = Date.parse('1994-11-06T08:49:37Z')

test('the three HTTP date formats are read, and nothing else', () => {
  assert.equal(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT'), AT)
  assert.equal(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT'), AT)
  assert.equal(parseHttpDate('Sun Nov  6 08:49:37 1994'), AT)
  for (const text of ['1994-11-06', 'Sun, 06 Nov 1994 08:49:37 CET', 'Sun, 99 Nov 1994 08:49:37 GMT', '']) {
    assert.equal(parseHttpDate(text), null, text)
  }
  assert.equal(httpDate(AT), 'Sun, 06 Nov 1994 08:49:37 GMT')
})

test('If-Modified-Since matches only the exact date of the feed', () => {
  const withDate = (lastModified: number | null) =>
    isNotModified({ 'if-modified-since': httpDate(AT) }, { etag: '"a"', lastModified })
  assert.equal(withDate(AT), true)
  assert.equal(withDate(AT + 1_000), false)
  assert.equal(withDate(AT - 1_000), false, 'a later date belongs to another copy')
  assert.equal(withDate(null), false)
})

test('Last-Modified is rounded up to the next second', () => {
  assert.equal(lastModifiedOf(AT), AT + 1_000)
  assert.equal(lastModifiedOf(AT + 999), AT + 1_000)
})

test('an entity tag must match completely', () => {
  const withTag = (tags: string) =>
    isNotModified({ 'if-none-match': tags }, { etag: '"abc"', lastModified: AT })
  assert.equal(withTag('"x", W/"abc"'), true)
  assert.equal(withTag('"abc-gzip"'), false)
  assert.equal(withTag('abc'), false)
  assert.equal(withTag(''), false)
})

test('the best encoding among those the client prefers most is chosen', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    [' gzip ; q=1.0 , br ; q=0.9', 'gzip'],
  ]
  for (const [header, encoding] of cases) assert.equal(encodingFor(header), encoding, String(header))
})
