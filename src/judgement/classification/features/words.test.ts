import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { featureWordsOf, stemOf } from './words.ts'

const { files } = aPull({ files: ['src/roomList.ts', 'src/pins/store.ts'] })
const namesIn = (title: string, prose = '') => featureWordsOf(title, prose, []).map(({ name }) => name)

test('forms of a word share a stem', () => {
  assert.equal(new Set(['fix', 'fixes', 'fixed', 'fixing'].map(word => stemOf(word))).size, 1)
  assert.equal(new Set(['store', 'stores', 'stored', 'storing'].map(word => stemOf(word))).size, 1)
})

test('each word counts once per place', () => {
  assert.deepEqual(namesIn('Pin rooms, pin all', 'Pins'), [
    'title:pin',
    'title:room',
    'title:all',
    'body:pin',
  ])
})

test('identifiers are split into words, and links are ignored', () => {
  assert.deepEqual(namesIn('roomList https://acme.example/rooms'), ['title:room', 'title:list'])
})

test('a path word is weighted by the share of files with it', () => {
  const values = new Map(featureWordsOf('', '', files).map(({ name, value }) => [name, value]))
  assert.equal(values.get('path:src'), 1)
  assert.equal(values.get('path:pin'), 0.5)
})
