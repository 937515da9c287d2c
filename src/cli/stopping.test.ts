import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aDesk } from '#testing/command-line.ts'

const desk = aDesk()
after(() => desk.clear())

const TITLES = ['Add export of invoices', 'Refactor the cache', 'Fix the totals', 'Bump the parser']

/** Enough to learn from for a while. */
function labelledLines(): string {
  const rows = Array.from({ length: 3_000 }, (_, at) => ({
    repo: `acme/shop-${at % 3}`,
    number: at + 1,
    title: `${TITLES[at % TITLES.length]} ${at % 7}`,
    body: '',
    merged_at: '2026-03-01T10:00:00Z',
    files: [{ path: `src/part${at % 5}/${at}.ts` }],
    labels: { visibility: at % 2 === 0 ? 'user-facing' : 'internal' },
  }))
  return rows.map(row => `${JSON.stringify(row)}\n`).join('')
}

test('training stops when it is told to, says so, and leaves no weights behind', async () => {
  writeFileSync(join(desk.directory, 'rows.jsonl'), labelledLines())
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const) {
    const training = desk.start('train', 'rows.jsonl', '--out', 'weights.bin')
    await once(training.process.stderr ?? training.process, 'data')
    training.process.kill(signal)
    const ended = await training.ended
    assert.equal(ended.code, code)
    assert.match(ended.err, new RegExp(`tidings: stopped by ${signal}\n$`))
    assert.equal(existsSync(join(desk.directory, 'weights.bin')), false)
  }
})
