import { type Account, createAccount } from '#accounts/account.ts'
import { createSet, type SocialSet } from '#accounts/sets.ts'
import { createJudge } from '#app/judging.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Engine } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { byMergeTime } from '#pulls/hosts/merge-source.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type Closable, closable } from './closable.ts'
import { migratedPlace, withTime } from './databases.ts'
import { noModel } from './guidance.ts'
import { aPull, type PullSketch, streamOf } from './pulls.ts'

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void
}

export function manualClock(start = Date.parse('2026-03-02T09:00:00Z')): ManualClock {
  let now = start
  return {
    now: () => now,
    advance: milliseconds => {
      now += milliseconds
    },
  }
}

/** A database of its own with one account, merges that are judged without a language model, and a clock that the test moves. */
export interface World extends Closable {
  db: Database
  clock: ManualClock
  action: EntryContext
  account: Account
  aSet(name: string): Promise<SocialSet>
  /** Merges a pull request, for the next `settle` to import. Unless a number is given, the same title is the same pull request. */
  merge(title: string, more?: PullSketch): void
  /** Imports what was merged since the last call, and publishes it unless `publish` is false. */
  settle(options?: { publish: boolean }): Promise<void>
  /** Each pull request as `place title`, newest merge first. */
  ledger(): Promise<string[]>
  /** Each entry as `state title`, newest merge first. */
  entries(): Promise<string[]>
}

/** Each pull request of an account as `place title`, newest merge first. */
export const ledgerOf = async (db: Database, { id }: Account): Promise<string[]> =>
  (await listPulls(db.read, { accountId: id })).map(pull => `${pull.place} ${pull.title}`)

/** Each entry of an account as `state title`, newest merge first. */
export const entriesOf = async (db: Database, { id }: Account): Promise<string[]> =>
  (await listEntries(db.read, { accountId: id })).map(({ entry }) => `${entry.state} ${entry.title}`)

export async function aWorld(engine: Engine = 'sqlite'): Promise<World> {
  const place = await migratedPlace(engine)
  const clock = manualClock()
  const db = withTime(await openDatabase(place.location, { migrate: false }), clock)
  const action: EntryContext = { clock, ids: randomIds, actor: 'test', effects: [] }
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  const judge = await createJudge({ db, clock, ids: randomIds, modelOf: noModel })
  const numbers = new Map<string, number>()
  let waiting: MergedPull[] = []
  return {
    db,
    clock,
    action,
    account,
    aSet: name => db.write(tx => createSet(tx, clock, randomIds, account.id, { name })),
    merge(title, more = {}) {
      const number = more.number ?? numbers.get(title) ?? numbers.size + 1
      numbers.set(title, number)
      const mergedAt = clock.now() - 86_400_000 + number * 60_000
      const url = `https://github.com/acme/app/pull/${number}`
      waiting.push(aPull({ title, number, mergedAt, url, mergeCommit: null, ...more }))
    },
    async settle({ publish } = { publish: true }) {
      const merges = waiting.toSorted(byMergeTime)
      waiting = []
      await importMerges({ db, action: { ...action, actor: 'import' }, judge }, account, streamOf(merges), {
        past: publish ? 'publish' : 'drafts',
      })
    },
    ledger: () => ledgerOf(db, account),
    entries: () => entriesOf(db, account),
    ...closable(async () => {
      await db.close()
      await place.remove()
    }),
  }
}
