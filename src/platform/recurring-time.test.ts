import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoOf, timeZoneFrom, zonedAt } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import {
  clockTimeOf,
  type Interval,
  type RecurringTime,
  timesAfter,
  WEEKDAYS,
  type WeeklyTime,
  weeklyTimeFrom,
} from '#platform/recurring-time.ts'
import { dice } from '#testing/dice.ts'

const at = (...texts: string[]): WeeklyTime[] =>
  texts.map(text => weeklyTimeFrom(text.split(' ')[0] ?? '', text.split(' ')[1] ?? ''))

/** The next times, in UTC without seconds. */
const next = (times: RecurringTime[], zone: string, after: string, many: number): string[] =>
  timesAfter(times, zone, Date.parse(after))
    .take(many)
    .map(moment => isoOf(moment).slice(0, 16))
    .toArray()

test('times come in order, week after week, strictly after the given time', () => {
  const times = at('wednesday 17:00', 'monday 09:30', 'monday 08:00')
  assert.deepEqual(next(times, 'UTC', '2026-03-02T08:00:00Z', 4), [
    '2026-03-02T09:30',
    '2026-03-04T17:00',
    '2026-03-09T08:00',
    '2026-03-09T09:30',
  ])
  assert.deepEqual(next([], 'UTC', '2026-03-02T08:00:00Z', 4), [])
})

test('a time at nine stays at nine local time when clocks change', () => {
  const nine = at('monday 09:00')
  assert.deepEqual(next(nine, 'Europe/Berlin', '2026-03-20T00:00Z', 2), [
    '2026-03-23T08:00',
    '2026-03-30T07:00',
  ])
  assert.deepEqual(next(nine, 'America/New_York', '2026-10-26T14:00Z', 2), [
    '2026-11-02T14:00',
    '2026-11-09T14:00',
  ])
  assert.deepEqual(next(nine, 'Asia/Kathmandu', '2026-03-20T00:00Z', 1), ['2026-03-23T03:15'])
})

test('a time in the hour that clocks skip falls on the moment of the change', () => {
  const cases: [zone: string, time: string, after: string, moment: string][] = [
    ['Europe/Berlin', 'sunday 02:30', '2026-03-28T12:00Z', '2026-03-29T01:00'],
    ['America/New_York', 'sunday 02:59', '2026-03-07T12:00Z', '2026-03-08T07:00'],
    ['Australia/Lord_Howe', 'sunday 02:15', '2026-10-03T00:00Z', '2026-10-03T15:30'],
    ['America/Sao_Paulo', 'sunday 00:20', '2018-11-03T12:00Z', '2018-11-04T03:00'],
    ['Africa/Casablanca', 'sunday 02:10', '2026-03-21T12:00Z', '2026-03-22T02:00'],
  ]
  for (const [zone, time, after, moment] of cases)
    assert.deepEqual(next(at(time), zone, after, 1), [moment], zone)
})

test('a time in the hour that clocks repeat occurs only the first time', () => {
  const cases: [zone: string, time: string, after: string, moments: string[]][] = [
    ['Europe/Berlin', 'sunday 02:30', '2026-10-24T12:00Z', ['2026-10-25T00:30', '2026-11-01T01:30']],
    ['America/New_York', 'sunday 01:30', '2026-10-31T12:00Z', ['2026-11-01T05:30', '2026-11-08T06:30']],
    ['Australia/Lord_Howe', 'sunday 01:45', '2026-04-04T00:00Z', ['2026-04-04T14:45', '2026-04-11T15:15']],
    ['America/Sao_Paulo', 'saturday 23:30', '2019-02-16T12:00Z', ['2019-02-17T01:30', '2019-02-24T02:30']],
  ]
  for (const [zone, time, after, moments] of cases)
    assert.deepEqual(next(at(time), zone, after, 2), moments, zone)
  assert.deepEqual(next(at('sunday 02:30'), 'Europe/Berlin', '2026-10-25T00:45Z', 1), ['2026-11-01T01:30'])
})

test('times on a skipped day fall on one moment and count once', () => {
  const times = at('friday 10:00', 'friday 15:00', 'saturday 00:00', 'saturday 12:00')
  assert.deepEqual(next(times, 'Pacific/Apia', '2011-12-29T12:00Z', 2), [
    '2011-12-30T10:00',
    '2011-12-30T22:00',
  ])
})

/** An independent calculation: walks minute by minute, and yields whenever the local clock first shows a time or a later one. */
function walked(times: readonly WeeklyTime[], zone: string, from: number, until: number): number[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone: zone,
  })
  const wallAt = (instant: number) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(one => [one.type, Number(one.value)]))
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute) / 60_000
  }
  const isTime = (wall: number) => {
    const weekday = WEEKDAYS[(new Date(wall * 60_000).getUTCDay() + 6) % 7]
    return times.some(time => time.weekday === weekday && time.minute === wall % 1_440)
  }
  const rung: number[] = []
  // The walk begins a day early, because times that a clock repeats after a step back were shown before.
  let highest = wallAt(from - 86_400_000)
  for (let instant = from - 86_400_000; instant < until; instant += 60_000) {
    const wall = wallAt(instant)
    let rings = false
    for (; highest < wall; highest++) rings ||= isTime(highest + 1)
    if (rings && instant > from) rung.push(instant)
  }
  return rung
}

/** The spans to walk: around a change of clocks, if the zone has one. */
const WALKS: [zone: string, from: string, days: number][] = [
  ['Europe/Berlin', '2026-03-27T00:00Z', 4],
  ['Europe/Berlin', '2026-10-23T00:00Z', 4],
  ['America/New_York', '2026-03-06T12:00Z', 4],
  ['America/New_York', '2026-10-31T03:00Z', 4],
  ['Australia/Lord_Howe', '2026-04-03T10:00Z', 4],
  ['Australia/Lord_Howe', '2026-10-02T10:00Z', 4],
  ['Africa/Casablanca', '2026-02-13T00:00Z', 4],
  ['Africa/Casablanca', '2026-03-20T00:00Z', 4],
  ['Asia/Kathmandu', '2026-05-01T00:00Z', 4],
  ['America/Sao_Paulo', '2018-11-02T12:00Z', 4],
  ['America/Sao_Paulo', '2019-02-15T12:00Z', 4],
  ['America/St_Johns', '2010-11-05T12:00Z', 4],
  ['Pacific/Apia', '2011-12-28T00:00Z', 5],
  ['UTC', '2026-12-30T00:00Z', 4],
]

test('times match a minute-by-minute walk through the local time, for random times in many time zones', () => {
  for (const [seed, [zone, from, days]] of WALKS.entries()) {
    const { roll, pick } = dice(seed + 1)
    const begin = Date.parse(from) + roll(600) * 60_000
    const until = begin + days * 86_400_000
    // Many times around the hours at which clocks change.
    const times = Array.from({ length: 60 }, () => ({
      weekday: pick(WEEKDAYS),
      minute: roll(2) === 0 ? roll(240) : roll(1_440),
    }))
    const expected = walked(times, zone, begin, until)
    const found = timesAfter(times, zone, begin)
      .take(expected.length + 1)
      .toArray()
    assert.ok(expected.length > 10, zone)
    assert.deepEqual(found.slice(0, -1).map(isoOf), expected.map(isoOf), `${zone} from ${from}`)
    assert.ok((found.at(-1) ?? 0) >= until, zone)
  }
})

test('a time of every two weeks begins with the next one, and one of every month is on the last such weekday of it', () => {
  const until = Date.parse('2028-01-01T00:00Z')
  for (const [seed, [zone]] of WALKS.entries()) {
    const { roll, pick } = dice(seed + 1)
    const time = { weekday: pick(WEEKDAYS), minute: 300 + roll(900) }
    const since = Date.parse('2026-01-01T00:00Z')
    const all = (every: Interval) =>
      timesAfter([{ ...time, every, since }], zone, since)
        .take(110)
        .filter(moment => moment < until)
        .toArray()
    const weekly = all('week').map(moment => zonedAt(moment, zone).toPlainDate())
    const lastOf = (nameOf: (day: Temporal.PlainDate) => string) =>
      [...Map.groupBy(weekly, nameOf).values()].map(days => String(days.at(-1)))
    const dates = (every: Interval) => all(every).map(moment => String(zonedAt(moment, zone).toPlainDate()))
    const monthOf = (day: Temporal.PlainDate) => `${day.year} ${day.month}`
    const everySecond = weekly.filter((_, week) => week % 2 === 0).map(String)
    assert.deepEqual(dates('two-weeks').slice(0, 50), everySecond.slice(0, 50), zone)
    // The last month may continue after the walk.
    assert.deepEqual(dates('month').slice(0, 23), lastOf(monthOf).slice(0, 23), zone)
  }
})

test('times of several intervals come in one order, and once where they meet', () => {
  const [friday] = at('friday 10:00')
  assert.ok(friday)
  const since = Date.parse('2026-04-20T00:00Z')
  const times = [{ ...friday, every: 'month' } as const, { ...friday, every: 'two-weeks', since } as const]
  assert.deepEqual(next(times, 'Europe/Berlin', '2026-04-20T00:00Z', 6), [
    '2026-04-24T08:00',
    '2026-05-08T08:00',
    '2026-05-22T08:00',
    '2026-05-29T08:00',
    '2026-06-05T08:00',
    '2026-06-19T08:00',
  ])
})

test('invalid times and time zones are refused', () => {
  assert.equal(clockTimeOf(weeklyTimeFrom('Monday', '9:05')), '09:05')
  for (const [day, time] of [
    ['someday', '09:00'],
    ['monday', '24:00'],
    ['monday', '09:60'],
    ['monday', 'nine'],
    ['monday', '-1:00'],
  ]) {
    assert.throws(() => weeklyTimeFrom(day ?? '', time ?? ''), AppError, `${day} ${time}`)
  }
  assert.equal(timeZoneFrom('europe/berlin'), 'Europe/Berlin')
  assert.equal(timeZoneFrom('UTC'), 'UTC')
  for (const zone of ['', 'Mars/Olympus', '+02:00', '2026', 'Europe/Berlin; drop table'])
    assert.throws(() => timeZoneFrom(zone), AppError, zone)
})
