import { importEntry } from '#changelog/entries/import-entry.ts'
import { clearPromotion, markAnnouncedElsewhere } from '#changelog/entries/promotion.ts'
import { entryById, updateEntry } from '#changelog/entries/store.ts'
import { dismissEntry, publishEntry, restoreEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { queueEntry, unqueueEntry } from '#changelog/publishing/queue.ts'
import {
  type Classification,
  CONFIDENCES,
  KINDS,
  MAGNITUDES,
} from '#judgement/classification/classification.ts'
import { appendDecisions } from '#judgement/classification/decisions.ts'
import { ingest } from '#pipeline/ingest/ingest.ts'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { findOrCreateRepository } from '#pulls/repositories/repositories.ts'
import type { Dice } from './dice.ts'
import { aPull } from './pulls.ts'
import type { World } from './world.ts'

const REPOSITORIES = [
  { host: 'github.com', repo: 'acme/app' },
  { host: 'git.example.org', repo: 'acme/app' },
  { host: 'github.com', repo: 'acme/site' },
]

/** Changes an account's ledger at random through the product's own code: merges, moves, edits, corrections, reverts. */
export function randomLedger(world: World, chance: Dice) {
  const { action } = world
  const { account } = world
  let merges = 0

  const merge = (mergedAt: Instant) =>
    world.db.write(async tx => {
      const place = chance.pick(REPOSITORIES)
      const repository = await findOrCreateRepository(tx, action.clock, action.ids, account.id, place)
      const number = ++merges
      const isRevert = chance.roll(12) === 0
      const pull = aPull({
        ...place,
        number: chance.roll(15) === 0 ? null : number,
        title: isRevert ? `Revert "Change ${number - 1}"` : `Change ${number}`,
        body: isRevert ? `Reverts ${place.repo}#${number - 1}` : '',
        mergeCommit: number.toString(16).padStart(40, '0'),
        mergedAt,
        url: chance.roll(15) === 0 ? null : `https://${place.host}/${place.repo}/pull/${number}`,
      })
      const classification = aClassification(chance)
      const pitch =
        classification.visibility === 'internal'
          ? null
          : {
              headline: `Words for ${number}`,
              body: chance.pick(['', 'More words.']),
              writer: 'offline' as const,
            }
      const judged = { pull, classification, pitch, inputHash: String(number) }
      const [isPublished, isDrafted, isLive] = [
        chance.roll(4) === 0,
        chance.roll(6) > 0,
        chance.roll(2) === 0,
      ]
      const past = isPublished ? 'publish' : isLive ? null : isDrafted ? 'drafts' : 'history'
      await ingest(tx, action, repository, [judged], { past })
    })

  return {
    merge,
    /** Makes one change to an entry or pull request, if its state permits it. */
    async happen(): Promise<void> {
      const entries = await world.db.read
        .selectFrom('entry')
        .select('id')
        .where('account_id', '=', account.id)
        .orderBy('created_at')
        .orderBy('machine_title')
        .execute()
      if (entries.length === 0) return
      const { id } = chance.pick(entries)
      const act = chance.pick([...MOVES, edit, edit, correct, correct, announce, promote])
      await world.db.write(tx => act(tx, world, id, chance)).catch(refused)
    },
  }
}

type Act = (tx: Tx, world: World, entryId: string, chance: Dice) => Promise<unknown>

const MOVES: Act[] = [
  (tx, { action }, id) => publishEntry(tx, action, id),
  (tx, { action, clock }, id) => queueEntry(tx, action, id, { at: clock.now() + 1_000 }),
  (tx, { action }, id) => unqueueEntry(tx, action, id),
  (tx, { action }, id) => dismissEntry(tx, action, id),
  (tx, { action }, id) => restoreEntry(tx, action, id),
  (tx, { action }, id) => withdrawEntry(tx, action, id),
]

/** Imports an entry of a past changelog that tells of the entry's pull requests and of another one. */
const announce: Act = async (tx, { action, account, clock }, id, chance) => {
  const pulls = await tx
    .selectFrom('entry_pull_request as link')
    .innerJoin('pull_request as pull', 'pull.id', 'link.pull_request_id')
    .select(['pull.repository_id', 'pull.number'])
    .where('link.entry_id', '=', id)
    .execute()
  const numbers = [...pulls.flatMap(pull => pull.number ?? []), chance.roll(40)]
  const words = { title: 'A release', body: '', span: '1.0', page: null, at: clock.now() }
  const past = {
    ...words,
    key: `release ${chance.roll(30)}`,
    kind: chance.pick(KINDS),
    magnitude: 'minor' as const,
  }
  await importEntry(tx, action, account.id, pulls[0]?.repository_id ?? null, {
    ...past,
    numbers,
    commits: [],
  })
}

/** Edits the words or the kind of an entry, as a person does. */
const edit: Act = async (tx, { clock }, id, chance) => {
  const before = await entryById(tx, id)
  const words = chance.pick([
    { title: `${before.machineTitle}, told better` },
    { body: 'A **person** wrote this.' },
    { kind: chance.pick(KINDS), magnitude: chance.pick(MAGNITUDES) },
  ])
  await updateEntry(tx, before, { ...before, ...words, updatedAt: clock.now() })
}

/** Classifies the entry's pull request, as a person does. */
const correct: Act = async (tx, { action, account }, id, chance) => {
  const { primaryPullRequestId: pullRequestId } = await entryById(tx, id)
  if (pullRequestId === null) return
  const classification: Classification = { ...aClassification(chance), layer: 'person' }
  const decision = { pullRequestId, classification, inputHash: 'person' }
  await appendDecisions(tx, action.clock, action.ids, account.id, [decision])
  await refreshPlaces(tx, [pullRequestId])
}

/** Marks the entry's pull request as announced elsewhere, or as not announced, as a person does. */
const promote: Act = async (tx, { action }, id, chance) => {
  const { primaryPullRequestId } = await entryById(tx, id)
  const say = chance.pick([markAnnouncedElsewhere, clearPromotion])
  await say(tx, action, primaryPullRequestId ?? '')
}

const aClassification = (chance: Dice): Classification => ({
  visibility: chance.roll(4) === 0 ? 'internal' : 'user-facing',
  kind: chance.pick(KINDS),
  magnitude: chance.pick(MAGNITUDES),
  confidence: chance.pick(CONFIDENCES),
  score: 0.5,
  reason: 'So it was rolled.',
  evidence: [],
  layer: 'model',
  version: 'test',
})

/** Ignores the error of a move that the state does not permit. */
function refused(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'conflict')) throw error
}
