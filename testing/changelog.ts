import { type Account, createAccount } from '#accounts/account.ts'
import { createSet } from '#accounts/sets.ts'
import { type DraftEntry, NEW_ENTRY_DEFAULTS } from '#changelog/entries/entry.ts'
import { insertEntries } from '#changelog/entries/store.ts'
import { publishEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import { appendDecisions, type NewDecision } from '#judgement/classification/decisions.ts'
import { type Clock, type Instant, systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { randomIds } from '#platform/ids.ts'
import { recordPulls } from '#pulls/pull-requests.ts'
import { aPull } from './pulls.ts'

/** The fields of an entry that a test gives; the others are made up. */
export interface PublishedEntry {
  title: string
  body?: string
  setId?: string
  kind?: Kind
  magnitude?: Magnitude
  isBreaking?: boolean
  at?: Instant
  /** The address of each pull request, the primary one first; null for a pull request without address. */
  urls?: (string | null)[]
}

/** An account with its changelog, filled without classifier or writer, for tests of what readers get. */
export interface Changelog {
  account: Account
  /** Makes a draft. Returns its id. */
  draft(entry: PublishedEntry): Promise<string>
  publish(entry: PublishedEntry): Promise<string>
  withdraw(entryId: string): Promise<void>
  addSet(name: string): Promise<string>
}

export async function aChangelog(
  db: Database,
  name = 'Acme',
  clock: Clock = systemClock,
): Promise<Changelog> {
  const account = await db.write(tx => createAccount(tx, clock, randomIds, { name }))
  const repository = { id: randomIds.next(), accountId: account.id }
  const action = { clock, ids: randomIds, actor: 'test', effects: [] }
  await db.write(tx => insertRepository(tx, repository))
  let merges = 0
  return {
    account,
    addSet: async setName =>
      (await db.write(tx => createSet(tx, clock, randomIds, account.id, { name: setName }))).id,
    draft: entry => db.write(tx => drafted(tx, entry)),
    publish: entry =>
      db.write(async tx => {
        const id = await drafted(tx, entry)
        await publishEntry(tx, action, id, { at: entry.at })
        return id
      }),
    withdraw: async entryId => {
      await db.write(tx => withdrawEntry(tx, action, entryId))
    },
  }

  async function drafted(tx: Tx, entry: PublishedEntry): Promise<string> {
    const urls = entry.urls ?? [`https://github.com/acme/app/pull/${merges + 1}`]
    const pulls = urls.map(url => {
      const number = ++merges
      const mergeCommit = number.toString(16).padStart(40, '0')
      return aPull({
        number,
        url,
        mergeCommit,
        title: `Change ${number}`,
        mergedAt: 1_790_000_000_000 + number * 60_000,
      })
    })
    const recorded = await recordPulls(tx, clock, randomIds, repository, pulls)
    const draft = aDraft(account.id, entry, recorded[0]?.id ?? '', clock.now())
    await insertEntries(tx, [{ entry: draft, pullRequestIds: recorded.map(it => it.id), decisionId: null }])
    if (entry.isBreaking) await appendDecisions(tx, clock, randomIds, account.id, [aBreaking(draft)])
    return draft.id
  }
}

async function insertRepository(tx: Tx, { id, accountId }: { id: string; accountId: string }): Promise<void> {
  const row = { id, account_id: accountId, host: 'github.com', name: 'acme/app', created_at: 0 }
  await tx.insertInto('repository').values(row).execute()
}

const aBreaking = ({ primaryPullRequestId, kind, magnitude }: DraftEntry): NewDecision => ({
  pullRequestId: primaryPullRequestId ?? '',
  inputHash: '',
  classification: {
    ...{ visibility: 'user-facing', kind, magnitude, confidence: 'high', score: 1 },
    ...{ reason: 'The title says so.', evidence: [], layer: 'explicit', isBreaking: true, version: 'test' },
  },
})

const aDraft = (accountId: string, entry: PublishedEntry, pullId: string, now: Instant): DraftEntry => ({
  id: randomIds.next(),
  accountId,
  setId: entry.setId ?? null,
  state: 'draft',
  title: entry.title,
  body: entry.body ?? '',
  machineTitle: entry.title,
  machineBody: entry.body ?? '',
  kind: entry.kind ?? 'feature',
  magnitude: entry.magnitude ?? 'minor',
  primaryPullRequestId: pullId,
  author: null,
  ...NEW_ENTRY_DEFAULTS,
  updatedAt: now,
  createdAt: now,
})
