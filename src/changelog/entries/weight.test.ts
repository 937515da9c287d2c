import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type WeighableChange, weigh } from './weight.ts'

const FIX: WeighableChange = {
  title: 'Receipts show the right currency',
  kind: 'fix',
  magnitude: 'patch',
  isBreaking: false,
  lead: 0,
  hasBody: false,
}
const fix = (n: number): WeighableChange => ({ ...FIX, title: `Mend page ${n}` })
const feature = (n: number): WeighableChange => ({
  ...FIX,
  title: `Chart ${n}`,
  kind: 'feature',
  magnitude: 'minor',
})

/** The titles in the order in which a reader meets them. */
function read(changes: readonly WeighableChange[]) {
  const { highlights, lists } = weigh(changes)
  return {
    highlights: highlights.map(({ title }) => title),
    ...Object.fromEntries(lists.map(list => [list.name, list.changes.map(({ title }) => title)])),
  }
}

test('a month leads with what matters, and tells fixes and polish in lists', () => {
  const polish = { ...FIX, title: 'Larger type', kind: 'improvement' } as const
  const breaking = { ...FIX, title: 'Rooms come by page', isBreaking: true }
  const security = { ...FIX, title: 'Sessions end with the password', kind: 'security' } as const
  assert.deepEqual(
    read([fix(1), { ...fix(2), magnitude: 'minor' }, polish, feature(1), security, breaking]),
    {
      highlights: ['Rooms come by page', 'Chart 1'],
      improvements: ['Larger type'],
      security: ['Sessions end with the password'],
      fixes: ['Mend page 1', 'Mend page 2'],
    },
  )
})

test('a month of five changes has no lists, and one of fixes alone has no highlights', () => {
  const fixes = Array.from({ length: 6 }, (_, n) => fix(n))
  assert.equal(read(fixes.slice(1)).highlights.length, 5)
  assert.deepEqual(read(fixes), { highlights: [], fixes: fixes.map(({ title }) => title) })
})

test('at most ten highlights are told in full, the largest; what asks something of readers always is', () => {
  const news = Array.from({ length: 12 }, (_, n) => feature(n))
  const large = { ...feature(12), magnitude: 'major' } as const
  const found = weigh([...news, large])
  assert.equal(found.highlights.length, 10)
  assert.equal(found.highlights.at(-1)?.title, 'Chart 12')
  assert.deepEqual(
    found.lists.map(({ name, changes }) => [name, changes.length]),
    [['features', 3]],
  )
  const breaking = news.map(one => ({ ...one, isBreaking: true }))
  assert.equal(weigh(breaking).highlights.length, 12)
})

test('what the team illustrated and what holds several changes is told in full', () => {
  const whole = { ...fix(9), isWhole: true }
  assert.deepEqual(read([...[1, 2, 3, 4, 5].map(fix), whole]).highlights, ['Mend page 9'])
})

test('changes of the same title are told once, by the largest, or the one that has a body', () => {
  const [short, long] = [fix(1), { ...fix(1), title: 'Mend page 1.', hasBody: true }]
  const { highlights } = weigh([short, long, fix(2)])
  assert.deepEqual(
    highlights.map(({ title, others }) => [title, others.map(other => other.title)]),
    [
      ['Mend page 1.', ['Mend page 1']],
      ['Mend page 2', []],
    ],
  )
})
