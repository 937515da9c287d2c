import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileStatus } from '#pulls/pull-request.ts'
import { aPull } from '#testing/pulls.ts'
import { twoWritten } from '#testing/written.ts'
import { YoungFiles } from './young-files.ts'

const DAY = 86_400_000
const file = (path: string, status: FileStatus) => ({ path, additions: 8, deletions: 2, status })
const adding = (path: string, day: number) =>
  aPull({ files: [file(path, 'added')], mergedAt: Math.round(day * DAY) })
const changing = (day: number, ...paths: string[]) => aPull({ files: paths, mergedAt: Math.round(day * DAY) })

/** `src/a.ts` was added on day 1, `src/b.ts` on day 8. */
function twoAdded(): YoungFiles {
  const files = new YoungFiles()
  files.add(adding('src/a.ts', 1))
  files.add(adding('src/b.ts', 8))
  return files
}

const newness = (files: YoungFiles, pull: ReturnType<typeof aPull>): number[] =>
  twoWritten((into, at) => files.write(pull, into, at))

test('the newest and the oldest file that a change finds are told, each doubling of the days as one less', () => {
  const files = twoAdded()
  assert.deepEqual(newness(files, changing(8, 'src/a.ts', 'src/b.ts')), [12, 9])
  assert.deepEqual(newness(files, changing(11, 'src/b.ts')), [10, 10])
  assert.deepEqual(newness(files, changing(8 + 2 ** 13, 'src/b.ts')), [0, 0])
})

test('what nobody has seen added is old, and so is what was added later', () => {
  const files = twoAdded()
  assert.deepEqual(newness(files, changing(8, 'src/b.ts', 'src/z.ts')), [12, 0])
  assert.deepEqual(newness(files, changing(7, 'src/b.ts')), [0, 0])
  assert.deepEqual(newness(files, changing(8)), [0, 0])
})

test('files that the change itself adds, and those that no customer meets, are not looked at', () => {
  const files = twoAdded()
  files.add(adding('test/a.test.ts', 8))
  assert.deepEqual(newness(files, changing(8, 'test/a.test.ts')), [0, 0])
  assert.deepEqual(newness(files, changing(8, 'src/a.ts', 'test/a.test.ts')), [9, 9])
  assert.deepEqual(newness(files, adding('src/b.ts', 8)), [0, 0])
})

test('a file that is only changed is no newer for it', () => {
  const files = twoAdded()
  files.add(changing(9, 'src/a.ts'))
  assert.deepEqual(newness(files, changing(9, 'src/a.ts')), newness(twoAdded(), changing(9, 'src/a.ts')))
})

test('of more files than are kept, those that were added first are forgotten', () => {
  const files = twoAdded()
  const folder = (round: number) => Array.from({ length: 200 }, (_, at) => `src/d${round}/f${at}.ts`)
  for (let round = 0; round < 150; round++)
    files.add(aPull({ files: folder(round).map(path => file(path, 'added')), mergedAt: 9 * DAY }))
  assert.deepEqual(newness(files, changing(9, 'src/a.ts')), [0, 0])
  assert.deepEqual(newness(files, changing(9, 'src/d0/f0.ts')), [12, 12])
})
