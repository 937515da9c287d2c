import { requireAtLeast } from '#accounts/members.ts'
import { lastDroppedEntry, liveEntriesOf, versionConflict } from '#changelog/entries/store.ts'
import type { ItemState } from '#changelog/inbox/changes.ts'
import { placesOf } from '#changelog/ledger/places.ts'
import { standingDecisions } from '#judgement/classification/decisions.ts'
import type { OverrideEditor } from '#pipeline/judging/editor.ts'
import { type Override, overrideClassification } from '#pipeline/judging/overrides.ts'
import type { Tx } from '#platform/db/schema.ts'
import { type AccountAccess, roleToChange } from '../authorize.ts'

/** A person's decision about a pull request, with the version of its entry that they saw, where it has one. */
interface Reclassification {
  id: string
  override: Override
  seen: number | undefined
}

/** Overrides a classification. The entry follows, so the member needs the role to change that. */
export async function reclassify(
  tx: Tx,
  { membership, accountId, action }: AccountAccess,
  editor: OverrideEditor,
  { id, override, seen }: Reclassification,
) {
  const live = (await liveEntriesOf(tx, [id])).get(id)
  if (live) requireAtLeast(membership, roleToChange(live))
  if (live && seen !== undefined && live.version !== seen) throw versionConflict(live)
  const before = await stateOf(tx, id)
  const { classification } = await overrideClassification(tx, action, editor, id, override, accountId)
  const place = (await placesOf(tx, [id])).get(id) ?? null
  return { classification, place, before, after: await stateOf(tx, id) }
}

async function stateOf(tx: Tx, pullRequestId: string): Promise<ItemState> {
  const live = (await liveEntriesOf(tx, [pullRequestId])).get(pullRequestId)
  const decisionId = (await standingDecisions(tx, [pullRequestId])).get(pullRequestId)?.id ?? null
  return {
    entry: live ?? (await lastDroppedEntry(tx, pullRequestId)) ?? null,
    decision: { pullRequestId, decisionId },
  }
}
