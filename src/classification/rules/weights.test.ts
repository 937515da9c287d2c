import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { ROLES } from '../paths/role.ts'
import { factsOf } from './facts.ts'
import { WEIGHTS } from './weights.ts'
import { WORD_GROUPS } from './words.ts'

test('every weight belongs to a fact that exists', () => {
  const families: Record<string, readonly string[]> = {
    verb: WORD_GROUPS,
    word: WORD_GROUPS,
    has: ROLES,
    only: [...ROLES, 'mixed', 'backstage'],
  }
  const strange = Object.keys(WEIGHTS).filter(name => {
    const [family = '', rest = ''] = name.split(':')
    return families[family] !== undefined && !families[family].includes(rest)
  })
  assert.deepEqual(strange, [])
})

test('neither the repository, its host nor the number is a fact', () => {
  const known = { title: 'Fix the clock', body: 'Closes #4' }
  const other = { ...known, repo: 'other/thing', host: 'gitlab.com', number: 99, author: 'bob' }
  assert.deepEqual(factsOf(aPull(known)), factsOf(aPull(other)))
})
