import type { ActionContext } from '#accounts/activity.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import type { Pitch } from '#judgement/copy/pitch.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Repository } from '#pulls/repositories.ts'
import { setFor } from '#pulls/scope.ts'
import { type DraftEntry, type IngestMode, NEW_ENTRY_DEFAULTS } from './entry.ts'

/** Of a judged merge, what its draft is made of. */
export interface DraftInput {
  id: string
  pull: Pick<MergedPull, 'files'>
  classification: Pick<Classification, 'kind' | 'magnitude'>
  pitch: Pick<Pitch, 'headline' | 'body'> | null
  ingestMode?: IngestMode
}

/** The draft that a judged merge becomes. */
export function newDraft(
  { clock, ids }: ActionContext,
  { accountId, scope }: Repository,
  { id, pull, classification, pitch, ingestMode = 'past' }: DraftInput,
): DraftEntry {
  const title = pitch?.headline ?? ''
  const body = pitch?.body ?? ''
  const now = clock.now()
  return {
    id: ids.next(),
    state: 'draft',
    accountId,
    setId: setFor(scope, pull.files),
    title,
    body,
    machineTitle: title,
    machineBody: body,
    kind: classification.kind,
    magnitude: classification.magnitude,
    primaryPullRequestId: id,
    author: null,
    ...NEW_ENTRY_DEFAULTS,
    ingestMode,
    updatedAt: now,
    createdAt: now,
  }
}
