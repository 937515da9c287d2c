import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idOfAddress, isUuid, randomIds } from './ids.ts'

test('the id of a URL is its version 5 UUID', () => {
  assert.equal(idOfAddress('http://www.example.com/'), 'fcde3c85-2270-590f-9e7c-ee003d65e0e2')
  assert.ok(isUuid(idOfAddress('https://acme.example/pull/1')))
})

test('only the canonical form of a UUID is accepted', () => {
  const id = randomIds.next()
  assert.ok(isUuid(id))
  for (const other of [id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), `${id} `, '', 'x'])
    assert.equal(isUuid(other), false)
})
