import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tidings } from './processes.ts'

const AREAS = [
  'invoices',
  'exports',
  'sign-in',
  'search',
  'the calendar',
  'receipts',
  'webhooks',
  'the editor',
]
const TITLES: readonly ((area: string) => string)[] = [
  area => `feat: add filters to ${area}`,
  area => `fix: ${area} no longer lose their place after a refresh`,
  area => `chore(deps): bump the parser behind ${area}`,
  area => `perf: load ${area} twice as fast`,
  area => `Refactor the internals of ${area}`,
  area => `Fix crash when ${area} are empty`,
  area => `docs: explain ${area}`,
  area => `test: cover ${area} with a flaky network`,
]
const BODY = `## Why

Customers told us that this part was hard to use on a slow connection, and support answered the same question every week.

## What

- keeps what was typed when the connection drops
- shows how long it will take, and lets you stop it
- no change for those who do not use it

Closes #12. Tested by hand on three browsers and with the suite.
`
const FIRST_MERGE = Date.UTC(2026, 0, 1)

/** Pull requests as JSON lines: eight ways to title one, every day of the week, with a body and a handful of files. */
export function pullLines(count: number): string {
  return Array.from({ length: count }, (_, n) => JSON.stringify(pull(n + 1))).join('\n')
}

function pull(number: number) {
  const area = AREAS[Math.floor(number / 8) % 8] ?? ''
  const files = Array.from({ length: 1 + (number % 9) }, (_, n) => ({
    path: `src/${area.replaceAll(' ', '-')}/part-${n}${n % 3 ? '.ts' : '.test.ts'}`,
    additions: 3 + n * 7,
    deletions: n,
    status: 'modified',
  }))
  return {
    repo: 'acme/app',
    number,
    title: TITLES[number % 8]?.(area),
    body: BODY,
    merged_at: new Date(FIRST_MERGE + number * 60_000).toISOString(),
    url: `https://github.com/acme/app/pull/${number}`,
    author: `person-${number % 12}`,
    labels: number % 5 ? [] : ['customer'],
    files,
  }
}

/** A migrated data folder with an account whose feed is full; gives what its commands and servers need. */
export async function publishedAccount(scratch: string) {
  const data = join(scratch, 'published')
  const env = { TIDINGS_DATA: data }
  const lines = join(scratch, 'published.jsonl')
  mkdirSync(data, { recursive: true })
  writeFileSync(lines, pullLines(400))
  const json = { env, keep: true }
  await tidings(['migrate'], json)
  const { stdout } = await tidings(['account', 'create', '--name', 'Acme', '--json'], json)
  const accountId: string = JSON.parse(stdout).account_id
  await tidings(['import', 'jsonl', lines, '--account', accountId, '--publish', '--json'], json)
  return { env, accountId, file: join(data, 'tidings.db') }
}
