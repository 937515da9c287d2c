import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idOfAddress, isUuid, randomIds } from './ids.ts'

test('an address has one id, the one that the standard says', () => {
  assert.equal(idOfAddress('http://www.example.com/'), 'fcde3c85-2270-590f-9e7c-ee003d65e0e2')
  assert.ok(isUuid(idOfAddress('https://acme.example/pull/1')))
})

test('only the canonical spelling of a UUID is one', () => {
  const id = randomIds.next()
  assert.ok(isUuid(id))
  for (const other of [id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), `${id} `, '', 'x'])
    assert.equal(isUuid(other), false)
})
