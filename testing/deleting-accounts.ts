import { networks } from '#app/registry.ts'
import { deleteAccounts } from '#pipeline/erasure/delete-accounts.ts'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { openLog } from '#platform/log.ts'
import type { SocialContext } from '#social/context.ts'

/** Deletes the accounts that are due, in a process that a test kills. Nothing of them is connected to networks. */
async function deleteAll(location: DatabaseLocation): Promise<void> {
  const db = await openDatabase(location, { migrate: false })
  const log = openLog('error', systemClock, () => {})
  const known = { db, clock: systemClock, ids: randomIds, actor: 'queue', log }
  const social = { ...known, networks, baseUrl: 'https://news.example' } as unknown as SocialContext
  await deleteAccounts({ ...known, social, appAt: async () => null, send: null }).run(
    new AbortController().signal,
  )
  await db.close()
}

await deleteAll(JSON.parse(process.argv[2] ?? ''))
