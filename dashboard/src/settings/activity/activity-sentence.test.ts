import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActivityItem } from '../queries.ts'
import { actorOf } from './activity-names.ts'
import { detailOf, sentenceOf } from './activity-sentence.ts'

const ANN = { actor: 'ann', actorName: 'Ann Walker' }
const person = (id: string, title: string) => ({ type: 'person' as const, id, title })

/** The sentence and its detail, as the page shows them. */
function told(item: Partial<ActivityItem>): string {
  const whole = anItem(item)
  const { verb, object } = sentenceOf(whole)
  return [actorOf(whole), verb, object, detailOf(whole) && `(${detailOf(whole)})`].filter(Boolean).join(' ')
}

const anItem = (item: Partial<ActivityItem>): ActivityItem =>
  ({ ...ANN, at: 0, subject: 'account', before: null, after: null, target: null, ...item }) as ActivityItem

test('what people do about themselves is told without naming them twice', () => {
  const own = { subject: 'ann', target: person('ann', 'Ann Walker') }
  assert.equal(
    told({ ...own, action: 'member added', after: { role: 'owner' } }),
    'Ann Walker joined as owner',
  )
  assert.equal(
    told({ ...own, action: 'member added', after: { role: 'viewer', domain: 'acme.com' } }),
    'Ann Walker joined as viewer (domain: acme.com)',
  )
  assert.equal(told({ ...own, action: 'member removed', before: { role: 'writer' } }), 'Ann Walker left')
  assert.equal(
    told({ ...own, action: 'role changed', before: { role: 'owner' }, after: { role: 'writer' } }),
    'Ann Walker changed their own role (role: owner → writer)',
  )
  assert.equal(
    told({
      action: 'member added',
      subject: 'bo',
      target: person('bo', 'Ann Walker'),
      after: { role: 'writer' },
    }),
    'Ann Walker added Ann Walker as writer',
    'two people may have one name',
  )
})

test('turning the page on is told as that, and its settings are not called its name', () => {
  const off = { isOn: false, name: null }
  const on = { isOn: true, name: 'umami' }
  const action = 'page changed'
  assert.equal(
    told({ action, before: off, after: on }),
    'Ann Walker turned on the changelog page (name in the address: umami)',
  )
  assert.equal(
    told({ action, before: on, after: { ...on, isOn: false } }),
    'Ann Walker turned off the changelog page',
  )
  assert.equal(
    told({ action, before: on, after: { ...on, isListed: true } }),
    'Ann Walker changed the changelog page (listed by search engines: on)',
  )
  assert.equal(
    told({ action, before: { host: null }, after: { host: 'news.acme.com' } }),
    'Ann Walker changed the changelog page (host: news.acme.com)',
  )
})

test('an import is told by the name of its repository, and where it is stands below', () => {
  const after = { directory: '/srv/git/umami.git' }
  assert.equal(
    told({ action: 'import started', after }),
    'Ann Walker started the import of umami (/srv/git/umami.git)',
  )
  assert.equal(
    told({ action: 'disconnected', before: { host: 'git', repository: 'local/umami' } }),
    'Ann Walker disconnected umami',
  )
})

test('what a person publishes at once is not told as waiting in the queue', () => {
  const entry = { subject: 'e', target: { type: 'entry' as const, id: 'e', title: 'Dark mode' } }
  assert.equal(told({ ...entry, action: 'queued', after: { at: 1 } }), 'Ann Walker queued Dark mode')
  assert.equal(
    told({ ...entry, action: 'publishing', after: { at: 1 } }),
    'Ann Walker decided to publish Dark mode',
  )
})

test('a change is told in words: a moment as a date, and nothing of how a decision is stored', () => {
  const since = Date.parse('2026-11-02T00:00:00Z')
  assert.match(
    told({ action: 'settings changed', before: { since: null }, after: { since } }),
    /\(editions begin: .*2026\)$/,
  )
  const [before, after] = [
    { layer: 'model', kind: 'fix' },
    { layer: 'person', kind: 'feature' },
  ]
  assert.match(told({ action: 'classified', before, after }), /\(kind: fix → feature\)$/)
})
