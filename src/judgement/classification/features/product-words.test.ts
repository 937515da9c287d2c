import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { aPull } from '#testing/pulls.ts'
import { nothingBefore } from '../classifier.ts'
import { ProductWords, withoutProductWords } from './product-words.ts'

const TITLE = 'Let owners lock documents'

test('a noun of the product is known by its folders and by the titles that were announced', () => {
  const words = new ProductWords()
  const change = (title: string) => ({
    repo: 'acme/signing',
    title,
    files: aPull({ files: ['src/document/store.ts'] }).files,
  })
  for (let at = 0; at < 5; at++) words.add(change(TITLE), true)
  assert.deepEqual([...words.own], ['document'])
  for (let at = 0; at < 10; at++) words.add(change('Document the store'), false)
  assert.deepEqual([...words.own], [], 'most titles with the word are work on the code')
})

test('a word that neither the product nor its folders are named by stays what it is elsewhere', () => {
  const words = new ProductWords()
  const named = new ProductWords()
  const { files } = aPull({ files: ['src/store.ts', 'docs/document.md'] })
  for (let at = 0; at < 9; at++) {
    words.add({ repo: 'acme/signing', title: TITLE, files }, true)
    named.add({ repo: 'acme/documents', title: TITLE, files }, true)
  }
  assert.deepEqual([[...words.own], [...named.own]], [[], ['document']])
})

test('the order to write something down is no noun', () => {
  const own = new Set(['document'])
  assert.equal(withoutProductWords('Document the limits of documents', own), 'Document the limits of X')
  assert.equal(withoutProductWords('Document upload fails', own), 'X upload fails')
})

test('changes of documents are told in a product of documents', async () => {
  const { classify } = await createProductClassifier()
  const known = nothingBefore()
  const titles = [
    'Allow guests to download a',
    'Show the owner of a',
    'Let teams rename a',
    'Send a reminder about a',
  ]
  const change = (number: number, title: string) =>
    aPull({ number, title, files: ['src/document/a.ts', 'src/document/b.ts'], body: 'For the users.' })
  for (let at = 0; at < 24; at++) classify(change(at + 1, `${titles[at % 4]} document`), known)
  const { score, reason } = classify(change(100, 'Document audit trail in the sidebar'), known)
  const elsewhere = classify(change(100, 'Document audit trail in the sidebar'))
  assert.ok(score > elsewhere.score, `${score} ${elsewhere.score}`)
  assert.doesNotMatch(reason, /documentation/)
})
