import type { Draft } from '#entries/entry.ts'
import type { Mover } from '#entries/moves.ts'
import type { Repository } from '#pulls/repositories.ts'
import { setFor } from '#pulls/scope.ts'
import type { Judged } from './editor.ts'

/** The draft that a judged merge becomes. */
export function draftOf(
  { clock, ids }: Mover,
  { accountId, scope }: Repository,
  { id, pull, classification, pitch }: Pick<Judged, 'pull' | 'classification' | 'pitch'> & { id: string },
): Draft {
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
    updatedAt: now,
    createdAt: now,
  }
}
