import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type EncryptionKey, isSameSecret, openSecrets } from './secrets.ts'

const aKey = (id: string): EncryptionKey => ({ id, bytes: randomBytes(32) })

test('a sealed secret can be opened only for its own row', () => {
  const secrets = openSecrets([aKey('1')])
  const sealed = secrets.seal('hunter2 ✓', 'account/row')
  assert.doesNotMatch(sealed, /hunter2/)
  assert.equal(secrets.open(sealed, 'account/row'), 'hunter2 ✓')
  assert.throws(() => secrets.open(sealed, 'account/other'), /cannot be read/)
  assert.notEqual(secrets.seal('hunter2 ✓', 'account/row'), sealed)
})

test('a secret sealed with an older key opens while that key is configured; altered text never does', () => {
  const [old, young] = [aKey('old'), aKey('young')]
  const sealed = openSecrets([old]).seal('x', 'row')
  assert.equal(openSecrets([young, old]).open(sealed, 'row'), 'x')
  assert.throws(() => openSecrets([young]).open(sealed, 'row'), /key "old", which is not configured/)
  assert.throws(() => openSecrets([{ ...young, id: 'old' }]).open(sealed, 'row'), /with another key/)
  const other = sealed[12] === 'A' ? 'B' : 'A'
  for (const broken of [
    '',
    'v1',
    'v1.old.',
    sealed.slice(0, -4),
    `${sealed.slice(0, 12)}${other}${sealed.slice(13)}`,
  ])
    assert.throws(() => openSecrets([old]).open(broken, 'row'), { code: 'unavailable' })
})

test('what is derived differs by key and purpose, and older keys still give theirs', () => {
  const [old, young] = [aKey('old'), aKey('young')]
  const before = openSecrets([old]).derive('marks')
  assert.deepEqual(openSecrets([young, old]).deriveAll('marks'), [
    openSecrets([young]).derive('marks'),
    before,
  ])
  assert.notEqual(openSecrets([old]).derive('cookies'), before)
})

test('secrets are compared in full', () => {
  assert.equal(isSameSecret('abc', 'abc'), true)
  for (const other of ['', 'abd', 'abcd', 'ab']) assert.equal(isSameSecret('abc', other), false)
})
