import assert from 'node:assert/strict'
import { refreshHighlights } from '#changelog/ledger/highlight-projection.ts'
import { LEDGER_PLACES } from '#changelog/ledger/places.ts'
import { AppError } from '#platform/errors.ts'
import type { World } from './world.ts'

/** Everything that a refused move could have changed. */
export async function allOf({ db: { read } }: World) {
  return {
    entries: await read.selectFrom('entry').selectAll().orderBy('id').execute(),
    links: await read
      .selectFrom('entry_pull_request')
      .selectAll()
      .orderBy('entry_id')
      .orderBy('pull_request_id')
      .execute(),
    pulls: await read.selectFrom('pull_request').selectAll().orderBy('id').execute(),
    activity: await read.selectFrom('activity').selectAll().orderBy('version').orderBy('id').execute(),
    feeds: await read.selectFrom('feed').selectAll().orderBy('id').execute(),
    accounts: await read.selectFrom('account').selectAll().orderBy('id').execute(),
    times: await read.selectFrom('schedule_time').selectAll().orderBy('id').execute(),
    pauses: await read.selectFrom('queue_pause').selectAll().orderBy('queue').execute(),
    policies: await read.selectFrom('publishing_policy').selectAll().execute(),
  }
}

/** The action that changes an entry without making another version of it. */
const PLACED = 'placed in the edition'

const LIVE_PLACE: Record<string, string> = { draft: 'drafted', queued: 'queued', published: 'announced' }

/** Fails unless the ledger is consistent, by the facts alone and without the code that keeps it. Returns what it read. */
export async function requireWhole(world: World, merged: number): ReturnType<typeof allOf> {
  const all = await allOf(world)
  const { entries, links, pulls, activity } = all
  const byId = new Map(entries.map(entry => [entry.id, entry]))
  assert.ok(pulls.length >= merged, 'none is lost')
  assert.equal(new Set(pulls.map(pull => pull.number)).size, pulls.length, 'none is there twice')
  for (const link of links) {
    const isLive = !['dismissed', 'withdrawn'].includes(byId.get(link.entry_id)?.state ?? '')
    assert.equal(link.live, isLive ? 1 : 0)
  }
  for (const pull of pulls) {
    const own = links.filter(link => link.pull_request_id === pull.id)
    const live = own.filter(link => link.live === 1)
    assert.ok(live.length <= 1, 'in at most one live entry')
    assert.ok(LEDGER_PLACES.some(place => place === pull.place))
    const state = byId.get(live[0]?.entry_id ?? '')?.state
    if (pull.reverted_at !== null) {
      assert.equal(pull.place, 'reverted')
      assert.ok(state === undefined || state === 'published', `a reverted one in a ${state}`)
    } else if (state) assert.equal(pull.place, LIVE_PLACE[state])
    else if (own.length > 0) assert.equal(pull.place, 'dismissed')
    if (state === 'published') assert.notEqual(pull.promoted_at, null)
  }
  const open = entries.filter(
    ({ origin, state }) => origin === 'edition' && ['draft', 'queued'].includes(state),
  )
  assert.ok(open.length <= 1, 'one edition at a time')
  for (const entry of entries) {
    const edition = byId.get(entry.edition_id ?? '')
    if (entry.state === 'published' && edition)
      assert.equal(edition.state, 'published', 'out with its edition')
    if (entry.origin === 'edition') continue
    const covered = links.filter(link => link.entry_id === entry.id).map(link => link.pull_request_id)
    const isLive = !['dismissed', 'withdrawn'].includes(entry.state)
    const isAlone = entry.origin === 'import' && entry.primary_pull_request_id === null
    if (isLive && !isAlone)
      assert.ok(covered.includes(entry.primary_pull_request_id ?? ''), 'led by one of its own')
    if (entry.merged_into !== null) assert.equal(entry.state, 'dismissed')
    const versions = activity.flatMap(({ subject, version, action }) =>
      subject === entry.id && version !== null && version > 1 && action !== null && action !== PLACED
        ? version
        : [],
    )
    assert.deepEqual(
      versions,
      Array.from({ length: entry.version - 1 }, (_, at) => at + 2),
    )
  }
  return all
}

/** Fails unless the stored highlights agree with the ledger without being computed again. */
export async function requireHighlights({ db }: World): Promise<void> {
  const stored = () => db.read.selectFrom('highlight').selectAll().orderBy('pull_request_id').execute()
  const kept = await stored()
  const pulls = await db.read.selectFrom('pull_request').select('id').execute()
  await db.write(tx =>
    refreshHighlights(
      tx,
      pulls.map(pull => pull.id),
    ),
  )
  assert.deepEqual(kept, await stored())
}

/** Whether an error is the answer to a request for something impossible. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && ['conflict', 'not_found', 'invalid_parameter'].includes(error.code)

/** A ledger row without its confidence and reason, which depend on the order in which earlier merges were seen. */
export const withoutConfidence = <T extends { confidence?: unknown; reason?: unknown }>({
  confidence: _,
  reason: __,
  ...rest
}: T) => rest
