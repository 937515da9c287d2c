import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HighlightFacts, highlightWording } from './highlight-projection.ts'

const FACTS: HighlightFacts = {
  place: 'drafted',
  number: 1,
  url: 'https://github.com/acme/app/pull/1',
  pitch: { headline: 'Export reports', body: 'As CSV.' },
  decision: { visibility: 'user-facing', kind: 'feature', magnitude: 'minor', layer: 'model' },
  entry: null,
}
const ENTRY = {
  kind: 'feature',
  magnitude: 'minor',
  title: 'Export reports',
  body: 'As CSV.',
  machineTitle: 'Export reports',
  machineBody: 'As CSV.',
}
const wording = (more: Partial<HighlightFacts>) =>
  highlightWording({ ...FACTS, ...more }, more.entry?.body.replaceAll('*', '') ?? '')

test('a highlight is user-facing, has a text, a number and a page, and is not reverted', () => {
  assert.deepEqual(wording({}), { kind: 'feature', magnitude: 'minor', pitch: 'Export reports\n\nAs CSV.' })
  for (const place of ['queued', 'announced', 'unshipped']) assert.ok(wording({ place }), place)
  for (const lacking of [
    { place: 'reverted' },
    { place: 'dismissed' },
    { number: null },
    { url: null },
    { pitch: null },
    { decision: null },
    { decision: { visibility: 'internal', kind: 'feature', magnitude: 'minor', layer: 'person' } },
  ]) {
    assert.equal(wording(lacking), null, JSON.stringify(lacking))
  }
})

test('edits and overrides by people take precedence over generated values', () => {
  const pitch = { headline: 'Newer words', body: '' }
  assert.equal(wording({ pitch, entry: ENTRY })?.pitch, 'Newer words')
  const reworded = { ...ENTRY, body: 'As **CSV** or PDF.' }
  assert.equal(wording({ pitch, entry: reworded })?.pitch, 'Export reports\n\nAs CSV or PDF.')
  const sorted = { ...ENTRY, kind: 'improvement', magnitude: 'major' }
  assert.deepEqual(wording({ entry: sorted }), { ...wording({}), kind: 'improvement', magnitude: 'major' })
  const corrected = { visibility: 'user-facing', kind: 'fix', magnitude: 'patch', layer: 'person' }
  assert.deepEqual(wording({ entry: sorted, decision: corrected }), {
    ...wording({}),
    kind: 'fix',
    magnitude: 'patch',
  })
})
