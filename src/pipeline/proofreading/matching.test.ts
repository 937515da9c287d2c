import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { proofread } from './check.ts'
import { isAmong, keysOfChanges, otherMerge, type ReleasedMerge } from './ledger.ts'
import { LedgerIndex, type Match } from './matching.ts'
import { parseNotes } from './notes.ts'

const merged = (sketch: PullSketch): ReleasedMerge => ({
  pull: aPull(sketch),
  classification: {
    ...{ visibility: 'user-facing', kind: 'feature', magnitude: 'minor', confidence: 'high', score: 1 },
    ...{ reason: '', evidence: [], layer: 'model', version: '1' },
  },
  pitch: null,
  isReverted: false,
  wasShipped: false,
})

const index = new LedgerIndex({
  repo: 'acme/app',
  from: 'v1.0.0',
  to: 'v1.1.0',
  merges: [
    merged({ number: 2, title: 'Export reports as CSV' }),
    merged({ number: 3, title: 'Upgrade redis to 5.1', files: ['vendor/redis/client.js'] }),
    merged({ number: 4, title: 'Upgrade sharp to 2.0', files: ['vendor/sharp/image.js'] }),
    merged({
      number: 5,
      title: 'Bump zod from 3 to 4',
      authorIsBot: true,
      files: ['package.json'],
      body: 'Schemas can refine several fields at once (#900)',
    }),
  ],
  others: [
    otherMerge(aPull({ number: 1, title: 'Upgrade pillow to 1.4' }), 'before'),
    otherMerge(
      aPull({ number: 8, title: 'Raise the default work factor of passwords to 600,000' }),
      'before',
    ),
  ],
  commits: null,
})

/** What a line is about, with the numbers of its merges. */
function about(line: string): [Match['about'], ...(number | null)[]] {
  const [first] = parseNotes(`- ${line}`, null, 'acme/app').lines
  assert.ok(first)
  const match = index.match(first)
  if (match.about === 'release') return ['release', ...match.merges.map(({ pull }) => pull.number)]
  return match.about === 'other' ? ['other', match.merge.number] : [match.about]
}

test('a line is about what it references, else about what says the same', () => {
  assert.deepEqual(about('Reports can be exported (#2)'), ['release', 2])
  assert.deepEqual(about('Export reports as CSV'), ['release', 2])
})

test('what a bot quotes from another project supports no line', () => {
  assert.deepEqual(about('Schemas can refine several fields at once (#900)'), ['nothing'])
})

const named = (number: number | null, title: string) => ({ number, title })

test('a title that comes again and again, or was reverted, does not show that a change was released before', () => {
  const keys = keysOfChanges([
    named(1, 'Update all non-major dependencies'),
    named(2, 'Update all non-major dependencies'),
    named(3, 'Show the total of an order'),
    named(4, 'Sort the rows of a report (#14)'),
    named(5, 'Revert "Sort the rows of a report (#14) (#4)"'),
  ])
  const isKnown = (title: string) => isAmong(named(null, title), keys)
  assert.equal(isKnown('Update all non-major dependencies'), false)
  assert.equal(isKnown('Sort the rows of a report'), false)
  assert.equal(isKnown('Show the total of an order'), true)
  assert.equal(isAmong(named(7, 'Show the total of an order'), keys), false)
})

test('a title that quotes what it reverts does not show that the same change was released before', () => {
  const keys = keysOfChanges([named(1, 'Show the total of an order')])
  const of = (title: string) => isAmong(named(7, title), keys)
  assert.equal(of('Take over "show the total" (#1)'), true)
  assert.equal(of('Revert "Show the total of an order" (#1)'), false)
  assert.equal(of('fix(orders): restore the total of an order (#1)'), false)
})

test('a line is about no other release’s merge that states another figure', () => {
  assert.deepEqual(about('Raise the default work factor of passwords to 600,000.'), ['other', 8])
  assert.deepEqual(about('Raise the default work factor of passwords to 1,000,000.'), ['nothing'])
})

test('what customers cannot have yet need not be told, and is dropped once they can', () => {
  const hidden = merged({ number: 2, title: 'Export reports as CSV' })
  const notes = parseNotes('## 1.1.0\n\n- Print invoices in landscape format (#3)\n', '1.1.0', 'acme/app')
  const dropped = (notLive?: string) =>
    proofread(notes, {
      ...{ repo: 'acme/app', from: 'v1.0.0', to: 'v1.1.0', others: [], commits: null },
      merges: [
        merged({ number: 3, title: 'Print invoices in landscape format' }),
        {
          ...hidden,
          classification: { ...hidden.classification, ...(notLive !== undefined && { notLive }) },
        },
      ],
    }).findings.map(({ kind }) => kind)
  assert.deepEqual(dropped('It is behind a flag.'), [])
  assert.deepEqual(dropped(), ['dropped'])
})
