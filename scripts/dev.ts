// `npm run dev`: serves a database of its own, with a week of sample merges in it, and starts again on every change of the source.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createAccount, listAccounts } from '#accounts/account.ts'
import { createSet } from '#accounts/sets.ts'
import { readConfig } from '#app/config/config.ts'
import { createJudge } from '#app/judging.ts'
import { openService } from '#app/open.ts'
import type { Service } from '#app/service.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import { aPull, streamOf } from '#testing/pulls.ts'
import { SAMPLE_WEEK } from '#testing/sample-week.ts'

const DAY = 86_400_000
const checkout = fileURLToPath(new URL('..', import.meta.url))
const env = { TIDINGS_DATA: './data/dev', ...process.env }

const service = await openService(
  readConfig(env, checkout, () => ''),
  () => {},
  { migrate: true },
)
if ((await listAccounts(service.db.read)).length === 0) await fill(service)
await service.close()

const watched = ['--watch-path=src', '--watch-path=docs/api', '--watch-preserve-output']
spawn(process.execPath, [...watched, 'bin/tidings.mjs', 'serve'], { cwd: checkout, env, stdio: 'inherit' })

/** The first half of the week is published, the second waits for review. */
async function fill({ db, clock, ids, config }: Service): Promise<void> {
  const account = await db.write(tx => createAccount(tx, clock, ids, { name: 'Acme' }))
  await db.write(tx => createSet(tx, clock, ids, account.id, { name: 'Mobile' }))
  const judge = await createJudge({ db, clock, ids }, config.languageModel)
  const importer = { db, action: { clock, ids, actor: 'import', effects: [] }, judge }
  const pulls = SAMPLE_WEEK.map((sketch, index) =>
    aPull({
      ...sketch,
      url: `https://github.com/acme/app/pull/${sketch.number}`,
      mergeCommit: null,
      mergedAt: clock.now() - 7 * DAY + (index * 7 * DAY) / SAMPLE_WEEK.length,
    }),
  ).reverse()
  const half = Math.floor(pulls.length / 2)
  await importMerges(importer, account, streamOf(pulls.slice(half)), { publish: true })
  await importMerges(importer, account, streamOf(pulls.slice(0, half)), { publish: false })
}
