import { sql } from 'kysely'
import { type Account, createAccount } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import { createSet } from '#accounts/sets.ts'
import { changeVoice } from '#accounts/voice.ts'
import { createJudge } from '#app/judging.ts'
import type { Service } from '#app/service.ts'
import { createToken } from '#auth/tokens.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { dismissEntry, publishEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { changePage } from '#changelog/page/settings.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { addTime } from '#changelog/publishing/schedule.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { aPull, streamOf } from './pulls.ts'
import { addSampleConnections } from './sample-connections.ts'
import { SAMPLE_MERGES } from './sample-merges.ts'
import { aTime } from './schedule.ts'

const DAY = 86_400_000
const HOUR = DAY / 24
/** The number of newest merges that became drafts. Nearly all older ones are published. */
const DRAFTED = 210
const TIMES = ['tuesday 10:00', 'thursday 10:00', 'friday 15:30']

/** Adds a company as it might look after half a year, with drafts, a queue, published entries and faults. `actor` made its decisions. */
export async function addSampleCompany(service: Service, actor = 'command-line'): Promise<Account> {
  const { db, clock, ids, modelOf } = service
  const account = await db.write(tx => createAccount(tx, clock, ids, { name: 'Northwind' }))
  const action = { clock, ids, actor, effects: [] }
  const judge = await createJudge({ db, clock, ids, modelOf })
  const importer = { db, action: { ...action, actor: 'import' }, judge }
  const pulls = samplePulls(clock.now())
  const reverted = pulls.find(({ title }) => title.includes('save a chart'))
  const revert = revertOf(clock.now() - HOUR, reverted)
  const { draft = [], published = [] } = Object.groupBy(pulls, (_, at) =>
    at < DRAFTED || at % 20 === 4 ? 'draft' : 'published',
  )
  await importMerges(importer, account, streamOf(published.toReversed()), { past: 'publish' })
  await addDelays(db, account)
  await importMerges(importer, account, streamOf([revert, ...draft].toReversed()), { past: 'drafts' })
  const drafts = await listEntries(db.read, { accountId: account.id, state: 'draft' })
  const draftIds = drafts.map(({ entry }) => entry.id)
  await db.write(async tx => {
    await addSettings(tx, action, account)
    await addSchedule(tx, action, account, draftIds)
    await addDecisions(tx, action, draftIds.slice(6))
  })
  await addSampleConnections(service, account)
  return account
}

/** The merges of the company, newest first: one an hour, and before that one a day. */
function samplePulls(now: number): MergedPull[] {
  return SAMPLE_MERGES.toReversed().map((merge, at) => {
    const age = at < DRAFTED ? at * HOUR : (DRAFTED + (at - DRAFTED) * 24) * HOUR
    const number = 1_200 - at
    return aPull({
      ...merge,
      number,
      url: `https://github.com/${merge.repo}/pull/${number}`,
      mergeCommit: null,
      mergedAt: now - 2 * HOUR - age,
    })
  })
}

/** A revert of a published merge, whose entry is flagged because customers have already read it. */
const revertOf = (mergedAt: number, { title, repo, number } = aPull()): MergedPull =>
  aPull({
    ...{
      repo,
      number: 1_201,
      title: `Revert "${title}"`,
      body: `Reverts ${repo}#${number}`,
      mergeCommit: null,
    },
    ...{ url: `https://github.com/${repo}/pull/1201`, mergedAt },
  })

async function addSettings(tx: Tx, action: ActionContext, { id }: Account): Promise<void> {
  const hostRules = { operatorHosts: [], proof: 'dns' } as const
  await changePage(tx, { ...action, hostRules }, id, {
    isOn: true,
    title: 'What is new in Northwind',
    intro: 'Reports, receipts and the rest.',
    homeUrl: 'https://northwind.example/',
  })
  await changeVoice(tx, action, id, {
    product: 'Northwind, bookkeeping for small teams',
    audience: 'Owners and accountants of companies with up to fifty people',
    guide: 'Say what one can do now, in one or two sentences. No exclamation marks.',
    wordsToUse: ['workspace', 'report'],
    wordsToAvoid: ['seamless', 'leverage'],
  })
  await createToken(tx, action, id, { name: 'Sales assistant', audience: 'mcp', expiresAt: null })
}

/** Adds two sets, schedules for the account and one of the sets, and four queued entries, one of them in the queue of that set. */
async function addSchedule(
  tx: Tx,
  action: EntryContext,
  { id: accountId }: Account,
  draftIds: readonly string[],
): Promise<void> {
  const mobile = await createSet(tx, action.clock, action.ids, accountId, { name: 'Mobile' })
  await createSet(tx, action.clock, action.ids, accountId, { name: 'Developers' })
  for (const setId of [null, mobile.id])
    for (const time of TIMES) await addTime(tx, action, accountId, aTime(time, setId))
  for (const [at, id] of draftIds.slice(2, 6).entries())
    await queueEntry(tx, action, id, { at: 'next', ...(at === 3 && { setId: mobile.id }) })
}

/** The hours from a merge to its publication. */
const DELAYS = [0.5, 3, 20, 30, 44, 60, 70, 100, 160, 400]

/** Makes the published entries look as if they were made at their merges and then waited for a person. */
async function addDelays(db: Database, { id }: Account): Promise<void> {
  const published = await listEntries(db.read, { accountId: id, state: 'published' })
  await db.write(async tx => {
    for (const [at, { entry }] of published.entries()) {
      if (entry.state !== 'published') continue
      const publishedAt = entry.publishedAt + (DELAYS[at % DELAYS.length] ?? 0) * HOUR
      await sql`update entry set ingest_mode = 'live', published_at = ${publishedAt} where id = ${entry.id}`.execute(
        tx,
      )
    }
  })
}

/** Edits, publishes, withdraws, dismisses and queues a few drafts, as people do. */
async function addDecisions(
  tx: Tx,
  action: EntryContext,
  [edited, published, withdrawn, ...others]: readonly string[],
): Promise<void> {
  if (!edited || !published || !withdrawn) return
  await editEntry(tx, action, edited, { title: 'Point your phone at a receipt to file it' })
  await publishEntry(tx, action, published)
  await publishEntry(tx, action, withdrawn)
  await withdrawEntry(tx, action, withdrawn)
  for (const id of others.slice(0, 2)) await dismissEntry(tx, action, id)
  const inOneGo = { ...action, change: { id: action.ids.next() } }
  for (const id of others.slice(2, 3))
    await dismissEntry(tx, { ...action, change: { id: action.ids.next() } }, id)
  for (const id of others.slice(3, 6)) await queueEntry(tx, inOneGo, id, { at: 'next' })
}
