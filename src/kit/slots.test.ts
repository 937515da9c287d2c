import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keeping, Slots } from './slots.ts'

test('what is kept is told again without being asked for again', () => {
  let asked = 0
  const told = keeping((_: { key: number }) => ({ nth: ++asked }))
  const one = { key: 7 }
  assert.equal(told(one).nth, 1)
  assert.equal(told(one).nth, 1)
})

test('two things with one key get their own answers', () => {
  const told = keeping(({ name }: { key: number; name: string }) => ({ name }))
  const [one, other] = [
    { key: 7, name: 'one' },
    { key: 7, name: 'other' },
  ]
  for (const thing of [one, other, one]) assert.equal(told(thing).name, thing.name)
})

test('the last that was put under a key is there, and nothing where none was', () => {
  const slots = new Slots<string>()
  assert.equal(slots.at(-3), undefined)
  slots.put(-3, 'one')
  slots.put(-3, 'other')
  assert.equal(slots.at(-3), 'other')
})
