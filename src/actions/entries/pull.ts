import { z } from 'zod'
import { type Entry, roleToChange } from '#changelog/entries/entry.ts'
import { clearPromotion, markAnnouncedElsewhere } from '#changelog/entries/promotion.ts'
import { entryById, lastDroppedEntry, liveEntriesOf } from '#changelog/entries/store.ts'
import { publishAtMerge } from '#changelog/first-history.ts'
import { KINDS, MAGNITUDES, VISIBILITIES } from '#judgement/classification/classification.ts'
import { draftPull } from '#pipeline/ingest/drafts.ts'
import { type Override, overrideClassification } from '#pipeline/judging/overrides.ts'
import { isoOf, isoOrNull } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError, unknownId } from '#platform/errors.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { type Acting, action, flag, idOf } from '../action.ts'
import { jsonOf, seen, shownEntry } from './entry-change.ts'

type Pull = Awaited<ReturnType<typeof listPulls>>[number]

/** A pull request as commands print it with `--json`. */
export function pullForm({ id, place, url, merged_at, merge_commit, promoted_at, ...rest }: Pull) {
  return {
    pr_id: id,
    ...rest,
    state: place,
    codehost_url: url,
    merged_at: isoOf(merged_at),
    merge_commit,
    already_promoted: promoted_at !== null,
  }
}

/** A pull request as a line of text. */
export function pullLine(pull: Pull): string {
  const reference = referenceOf({ ...pull, mergeCommit: pull.merge_commit })
  return `${pull.id}  ${pull.place.padEnd(12)}  ${reference}  ${pull.title}${pull.place === 'unclassified' && pull.classification_error ? `  [${pull.classification_error}]` : ''}\n`
}

/** The pull request with this id, or the primary one of the entry with this id. Throws `conflict` for an entry that has none. */
async function decidedPull(db: Reader, accountId: string, id: string): Promise<string> {
  const entry = await db
    .selectFrom('entry')
    .select('primary_pull_request_id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const pullId = entry ? entry.primary_pull_request_id : id
  if (pullId === null) throw new AppError('conflict', 'This entry covers no pull request to classify.')
  return pullId
}

/**
 * Overrides a classification. The entry follows, so this requires the role to change the entry. Judging
 * works in another thread, so it is called before the transaction.
 */
async function classify(
  acting: Acting,
  { id, seen, ...override }: Override & { id: string; seen?: number | undefined },
): Promise<Entry | null> {
  const { db, accountId, services } = acting
  const pullId = await decidedPull(db.read, accountId, id)
  const pull = (await pullsById(db.read, [pullId])).get(pullId)
  if (!pull) throw unknownId('pull request', pullId, 'pull list')
  const offline = await services.judgementToOverride(pull)
  return db.write(async tx => {
    const live = (await liveEntriesOf(tx, [pullId])).get(pullId)
    if (live) acting.requireRole(roleToChange(live))
    await overrideClassification(tx, acting, offline, pullId, override, { accountId, seen })
    const after = (await liveEntriesOf(tx, [pullId])).get(pullId)
    return after ?? (await lastDroppedEntry(tx, pullId)) ?? null
  })
}

/** Actions on pull requests. */
export const pull = {
  classify: action({
    summary: "Override the machine's classification. Options that are left out keep their value.",
    role: 'writer',
    input: z
      .object({
        id: idOf('decided'),
        seen,
        visibility: z.enum(VISIBILITIES).optional(),
        kind: z.enum(KINDS).optional(),
        magnitude: z.enum(MAGNITUDES).optional(),
      })
      .refine(({ visibility, kind, magnitude }) => visibility ?? kind ?? magnitude, {
        error: 'Give at least one of visibility, kind and magnitude',
      }),
    args: ['id'],
    async run(acting, input) {
      const entry = await classify(acting, input)
      return entry && jsonOf(acting, entry)
    },
    async print(_, { db, accountId }, input) {
      const id = await decidedPull(db.read, accountId, input.id)
      const [pull] = await listPulls(db.read, { accountId, id })
      if (!pull) throw new Error('The classified pull request is missing from the ledger.')
      return { json: pullForm(pull), text: pullLine(pull) }
    },
  }),
  promoted: action({
    summary: 'Mark a pull request as announced elsewhere. --clear removes the mark.',
    role: 'writer',
    input: z.object({ id: idOf('pull'), clear: flag }),
    args: ['id'],
    async run(acting, { id, clear }) {
      const change = clear ? clearPromotion : markAnnouncedElsewhere
      const { promotedAt, promotedBy } = await acting.db.write(tx => change(tx, acting, id, acting.accountId))
      return { promotedAt, promotedBy }
    },
    print({ promotedAt, promotedBy: by }, _, { id }) {
      const at = isoOrNull(promotedAt)
      return {
        json: { pr_id: id, already_promoted: at !== null, promoted_at: at, promoted_by: by },
        text: at === null ? 'Not announced yet.\n' : `Announced since ${at}, by ${by}.\n`,
      }
    },
  }),
  publish: action({
    summary:
      'Publish a pull request of the past with the date of its merge. --seen is the version of its draft, where it has one.',
    role: 'publisher',
    input: z.object({ id: idOf('pull'), seen }),
    args: ['id'],
    async run(acting, { id, seen }) {
      const { db, accountId } = acting
      const published = await db.write(async tx => {
        const draft =
          seen === undefined
            ? await draftPull(tx, acting, accountId, id)
            : (await liveEntriesOf(tx, [id])).get(id)?.id
        const before = await entryById(tx, draft ?? '')
        return publishAtMerge(tx, acting, before.id, { seen: seen ?? before.version, accountId })
      })
      return jsonOf(acting, published)
    },
    ...shownEntry,
  }),
  draft: action({
    summary: 'Make a draft of a pull request that has none.',
    role: 'writer',
    input: z.object({ id: idOf('pull') }),
    args: ['id'],
    run: async (acting, { id }) => ({
      entry: await acting.db.write(tx => draftPull(tx, acting, acting.accountId, id)),
    }),
    print: ({ entry }) => ({ json: { id: entry }, text: `${entry}\n` }),
  }),
}
