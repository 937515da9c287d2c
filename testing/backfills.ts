import assert from 'node:assert/strict'
import { BACKFILLS, type Backfill } from '#pipeline/ingest/backfill.ts'
import type { Reader } from '#platform/db/schema.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import type { ChangedFile } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import type { TestService } from './service.ts'

/** The backfills of the account, newest first. */
export async function listBackfills(db: Reader, accountId: string): Promise<Backfill[]> {
  const rows = await db
    .selectFrom('run')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'backfill')
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute()
  return Promise.all(rows.map(async ({ id }) => (await BACKFILLS.find(db, id)) ?? assert.fail()))
}

/** The ledger, without what differs from one recording to the next. */
export async function ledgerOf({ service }: TestService, accountId: string) {
  const pulls = await listPulls(service.db.read, { accountId })
  return pulls
    .map(({ id: _, host: __, url: ___, ...rest }) => rest)
    .toSorted((a, b) => Number(a.number) - Number(b.number))
}

/** The recorded files of the pull request with this number. */
export async function filesOf(
  { service, account }: TestService,
  number: number,
): Promise<readonly ChangedFile[]> {
  const pulls = await listPulls(service.db.read, { accountId: account.id })
  const pull = pulls.find(one => one.number === number)
  const stored = await pullsById(service.db.read, pull ? [pull.id] : [])
  return [...stored.values()].flatMap(one => one.files)
}
