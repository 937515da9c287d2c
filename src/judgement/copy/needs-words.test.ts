import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { offlineWriter } from './writers/offline.ts'

const entry = (title: string, body = '') => offlineWriter.write(aPull({ title, body }))

test('a fault in the description of a vague title does not become the headline', () => {
  const body =
    'The time limit of the till was hard-coded to 15 seconds. This breaks tills that need more time to connect. The limit can now be set with `TILL_TIMEOUT`.'
  const { headline } = entry('Make till timeout configurable', body)
  assert.doesNotMatch(headline, /break/i)
})

test('reworked code waits for a person', () => {
  assert.ok(entry('Refactor the room list', 'Guests can now sort rooms by name.').needsWords)
})

test('a change that was taken back waits for a person to say what is so again', () => {
  assert.match(entry('Revert "Sort rooms by name"').needsWords ?? '', /takes an earlier change back/)
})

test('what a fault brings about is not told as what is so now', () => {
  const told = (body: string) => entry('fix: reduce the wait for guests', body).body
  assert.equal(told('This makes a room feel broken to most guests of it.'), '')
  assert.doesNotMatch(
    told('Guests were kept waiting by a full room. This lets them lose their seat at night.'),
    /seat/,
  )
})

test('a sentence is not told where it breaks off', () => {
  const told = (body: string) => entry('feat: addresses of rooms', body).body
  assert.equal(told('Previously, opening the address of a room failed with:\n```\nno such room\n```\n'), '')
  assert.equal(
    told('1. If a guest opens an address in a\n     room, the page now shows who owns it.'),
    'If a guest opens an address in a room, the page now shows who owns it.',
  )
  assert.equal(
    told('Shows the owner of an address in\n#12, so that guests can now write to owners.'),
    'Shows the owner of an address, so that guests can now write to owners.',
  )
})

test('a list of what was wrong is not told as a list of news', () => {
  const { body } = entry(
    'Use clearer signs for rooms',
    'Both of the signs have poor contrast for guests:\n\n- The sign for rooms fades into the wall\n- Adds noise to the map of a house',
  )
  assert.equal(body, '')
})
