import { createAccount } from '#accounts/account.ts'
import { createToken, type NewToken, revokeToken } from '#auth/tokens.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { createProductClassifier } from '../src/app/judging.ts'
import { withDatabase } from './databases.ts'
import { offlineJudge } from './offline-judge.ts'
import { aPull, type PullSketch, streamOf } from './pulls.ts'
import { type ServerOptions, type TestServer, withTestServer } from './served.ts'
import { type ManualClock, manualClock } from './world.ts'

export type Team = Awaited<ReturnType<typeof aTeam>>

/** An account that merges pull requests and makes tokens. */
export async function aTeam(db: Database, clock: ManualClock, name = 'Acme') {
  const action = { clock, ids: randomIds, actor: 'test', effects: [] }
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name }))
  const judge = offlineJudge(await createProductClassifier())
  let merges = 0
  return {
    account,
    token: (more: Partial<NewToken> = {}) =>
      db.write(tx =>
        createToken(tx, action, account.id, { name: 'test', audience: 'api', expiresAt: null, ...more }),
      ),
    revoke: (id: string) => db.write(tx => revokeToken(tx, action, id, account.id)),
    async merge(title: string, more: PullSketch = {}) {
      const number = ++merges
      const url = `https://github.com/acme/app/pull/${number}`
      const pull = aPull({ title, number, url, mergedAt: clock.now() - number * 1_000, ...more })
      await importMerges({ db, action, judge }, account, streamOf([pull]), { past: 'drafts' })
    },
  }
}

/** Declares a test with a team, its database, and a server with a clock that the test moves. */
export function withTeam(
  name: string,
  work: (team: Team, served: TestServer, db: Database, clock: ManualClock) => Promise<void>,
  more: ServerOptions = {},
): void {
  withDatabase(name, async db => {
    const clock = manualClock()
    const team = await aTeam(db, clock)
    await withTestServer(db, served => work(team, served, db, clock), { ...more, clock })
  })
}
