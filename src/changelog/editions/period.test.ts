import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERIODS } from '#changelog/schedule/times.ts'
import { de } from '#changelog/words/de.ts'
import { en } from '#changelog/words/en.ts'
import { ja } from '#changelog/words/ja.ts'
import { beginningBefore, periodTitleOf } from './period.ts'

const MONDAY = Temporal.PlainDate.from('2024-01-01')

/** The titles of an edition that tells of merges at these times, without the thin spaces that some releases of Node.js write around a dash. */
const titles = (words: typeof en, now: string, { told = [] as string[], timeZone = 'UTC' } = {}) =>
  PERIODS.map(period => {
    const cadence = { period, timeZone, countedFrom: MONDAY }
    const merged = told.map(at => Date.parse(at))
    return periodTitleOf(cadence, merged, Date.parse(now), words, null).replaceAll('\u2009', '')
  })

test("an edition is named after its days, as the account's clocks show them, in its language", () => {
  const [week, fortnight, month] = ['Week of 16 November', '16–29 November', 'November 2026']
  assert.deepEqual(titles(en, '2026-11-20T10:00:00Z'), [week, fortnight, month, week])
  assert.deepEqual(titles(de, '2026-11-20T10:00:00Z').slice(1, 3), ['16.–29. November', 'November 2026'])
  assert.deepEqual(titles(ja, '2026-11-20T10:00:00Z')[2], '2026年11月')
  assert.deepEqual(titles(en, '2026-11-30T12:00:00Z', { timeZone: 'Pacific/Kiritimati' }).slice(0, 3), [
    'Week of 30 November',
    '30 November–13 December',
    'December 2026',
  ])
})

test('an edition of two weeks names the days of what it tells, not days to come', () => {
  const fortnight = (...told: string[]) => titles(en, '2026-12-01T09:30:00Z', { told })[1]
  assert.equal(fortnight('2026-11-30T08:00:00Z', '2026-11-19T10:00:00Z'), '19–30 November')
  assert.equal(fortnight('2026-08-22T08:00:00Z', '2026-08-02T10:00:00Z'), '2–22 August')
  assert.equal(fortnight('2026-08-22T08:00:00Z'), '22 August')
})

test('periods begin at midnight on both sides of a change of daylight saving', () => {
  const [before, after] = ['2026-03-23T00:00+01:00', '2026-03-30T00:00+02:00'].map(time => Date.parse(time))
  const weekly = { period: 'week', timeZone: 'Europe/Berlin', countedFrom: null } as const
  const now = Date.parse('2026-04-08T10:00+02:00')
  assert.equal(beginningBefore(weekly, now), after)
  assert.equal(beginningBefore(weekly, now - 7 * 86_400_000), before)
})
