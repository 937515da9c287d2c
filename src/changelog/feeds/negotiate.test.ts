import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingFor } from './http.ts'

test('the encoding is the best that the client likes most', () => {
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
