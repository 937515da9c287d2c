import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aPng } from '#testing/picture-server.ts'
import { pullLines } from '../fixtures.ts'
import { type Answer, ask } from '../load.ts'
import { plainRow, type Row } from '../row.ts'
import type { Fleet } from './fleet.ts'
import type { Owner } from './people.ts'

const ENCODINGS = ['identity', 'gzip', 'br']
const CHANGES = 20
/** The longest time after a change until every web process gives the new answer, in milliseconds. */
const ANEW_MS = 1_000
const PUBLISHED = 80

/** Whether all web processes give the same bytes, and how soon they do after a change that one of them made. */
export async function documents(fleet: Fleet, owner: Owner): Promise<Row[]> {
  const { cli, account } = fleet
  writeFileSync(join(cli.directory, 'past.jsonl'), pullLines(PUBLISHED))
  await cli.json('import', 'jsonl', 'past.jsonl', '--account', account, '--publish')
  const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'published')
  writeFileSync(join(cli.directory, 'chart.png'), await aPng('teal', 400, 300))
  const shown = await cli.json('entry', 'image', entries[0].id, '--file', 'chart.png', '--alt', 'A chart')
  const paths = pathsOf(account, shown)
  await sleep(ANEW_MS)
  return [
    plainRow('documents that differ between three webs', await different(fleet, paths), { most: 0 }),
    ...(await changes(fleet, owner, shown)),
  ]
}

const pathsOf = (account: string, { id, image }: { id: string; image: { sha256: string } }) => [
  ...[`/changelog/${account}`, `/changelog/${account}.json`],
  ...['', '?kind=fix', '?q=receipts', '/llms.txt', '.md'].map(end => `/c/${account}${end}`),
  ...['', '.md', '.png'].map(end => `/c/${account}/e/${id}${end}`),
  `/c/${account}/card.png`,
  `/images/${image.sha256}.png`,
]

/** Counts the paths and encodings for which the answers of the web processes are not the same byte by byte, headers included. */
async function different({ webs }: Fleet, paths: readonly string[]): Promise<number> {
  const all = paths.flatMap(path =>
    ENCODINGS.map(encoding => ({ path, headers: { 'accept-encoding': encoding } })),
  )
  let found = 0
  for (const question of all) {
    const answers = await Promise.all(webs.map(({ port }) => ask(port, question)))
    if (new Set(answers.map(told)).size === 1) continue
    found++
    process.stderr.write(
      `${question.path.split('/').at(-1)} ${question.headers['accept-encoding']} differs\n`,
    )
  }
  return found
}

/** The part of an answer that must not depend on the process: everything but the id of the request. */
const told = ({ status, headers: { 'x-request-id': _, ...headers }, body }: Answer): string =>
  JSON.stringify([status, headers, body])

/** Withdraws and publishes an entry at one web process after another, while the others are asked for what they had. */
async function changes({ webs, account }: Fleet, owner: Owner, entry: { id: string; version: number }) {
  const paths = [`/changelog/${account}`, `/changelog/${account}.json`, `/c/${account}`]
  const took: number[] = []
  let stale = 0
  let { version } = entry
  const tags = async (port: number, known?: readonly string[]) => {
    const answers = await Promise.all(
      paths.map((path, n) => ask(port, { path, headers: known ? { 'if-none-match': known[n] ?? '' } : {} })),
    )
    return answers.map(({ status, headers }) => (status === 304 ? '304' : String(headers.etag)))
  }
  for (let n = 0; n < CHANGES; n++) {
    const [one, ...others] = webs.map((_, at) => webs[(n + at) % webs.length]?.port ?? 0)
    const before = await tags(one ?? 0)
    version = await owner.change(one ?? 0, n % 2 === 0 ? 'withdraw' : 'publish', entry.id, version)
    const begun = performance.now()
    await Promise.all(
      others.map(async port => {
        while ((await tags(port, before)).includes('304')) await sleep(2)
        took.push(performance.now() - begun)
        for (let again = 0; again < 20; again++)
          stale += (await tags(port, before)).filter(tag => tag === '304').length
      }),
    )
  }
  return [
    plainRow('ms until another web answers anew, at most', Math.max(...took), { most: ANEW_MS }),
    plainRow('304 for what was changed, after that', stale, { most: 0 }),
  ]
}
