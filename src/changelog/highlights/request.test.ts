import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KINDS } from '#judgement/classification/classification.ts'
import { AppError } from '#platform/errors.ts'
import { PARAMETERS, parseHighlightsRequest } from './request.ts'

const read = (query: string) => parseHighlightsRequest(new URLSearchParams(query))

test('a request without parameters asks for fifty items without filters', () => {
  assert.deepEqual(read(''), { filters: {}, limit: 50, cursor: null })
})

test('all parameters can be combined', () => {
  assert.deepEqual(
    read('days=365&kinds=fix,feature&min_magnitude=major&repo=group/sub/app&limit=100&cursor=a.b-_'),
    {
      filters: { days: 365, kinds: ['feature', 'fix'], minMagnitude: 'major', repo: 'group/sub/app' },
      limit: 100,
      cursor: 'a.b-_',
    },
  )
  assert.deepEqual(read(`kinds=${KINDS.join(',')}`).filters, { kinds: null })
})

const BAD: [query: string, name: string, got: string][] = [
  ['days=0', 'days', '0'],
  ['days=366', 'days', '366'],
  ['days=-1', 'days', '-1'],
  ['days=1.0', 'days', '1.0'],
  ['days=014', 'days', '014'],
  ['days=1e2', 'days', '1e2'],
  ['days=+7', 'days', '7'],
  ['days=٣', 'days', '٣'],
  ['days=', 'days', ''],
  ['days', 'days', ''],
  ['days=7&days=7', 'days', '7 and 7'],
  ['kinds=', 'kinds', ''],
  ['kinds=Fix', 'kinds', 'Fix'],
  ['kinds=fix,fix', 'kinds', 'fix,fix'],
  ['kinds=fix,', 'kinds', 'fix,'],
  ['kinds=fix, feature', 'kinds', 'fix, feature'],
  ['kinds=fix,chore', 'kinds', 'fix,chore'],
  ['kinds=fix&kinds=feature', 'kinds', 'fix and feature'],
  ['min_magnitude=', 'min_magnitude', ''],
  ['min_magnitude=Minor', 'min_magnitude', 'Minor'],
  ['min_magnitude=huge', 'min_magnitude', 'huge'],
  ['repo=', 'repo', ''],
  ['repo=app', 'repo', 'app'],
  ['repo=acme/', 'repo', 'acme/'],
  ['repo=acme/my app', 'repo', 'acme/my app'],
  ['repo=acme/app/', 'repo', 'acme/app/'],
  ['repo=acme/app%00', 'repo', 'acme/app'],
  ['limit=0', 'limit', '0'],
  ['limit=101', 'limit', '101'],
  ['limit=all', 'limit', 'all'],
  ['cursor=', 'cursor', ''],
  ['cursor=a b', 'cursor', 'a b'],
  ['Days=7', 'Days', '7'],
  ['day=7', 'day', '7'],
  ['__proto__=1', '__proto__', '1'],
  ['toString=1', 'toString', '1'],
]

for (const [query, name, got] of BAD) {
  test(`?${query} is refused with what is accepted`, () => {
    const { parameters, message } = faultOf(query)
    assert.deepEqual(
      parameters.map(fault => [fault.name, fault.got]),
      [[name, got]],
    )
    const [fault] = parameters
    const known = Object.entries(PARAMETERS).find(([one]) => one === name)
    assert.ok(
      fault?.accepts.startsWith(known ? known[1].accepts : 'nothing: the parameters are days, kinds,'),
    )
    assert.ok(message.includes(fault?.accepts ?? '?'))
  })
}

test('all errors are reported together, each kept short', () => {
  const { parameters } = faultOf(`days=0&limit=0&colour=${'x'.repeat(5_000)}&min_magnitude=minor`)
  assert.deepEqual(
    parameters.map(fault => fault.name),
    ['days', 'limit', 'colour'],
  )
  assert.ok(parameters.every(fault => fault.got.length <= 100))
})

function faultOf(query: string): AppError {
  try {
    read(query)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_parameter') return error
    throw error
  }
  throw new Error(`${query} was accepted`)
}
