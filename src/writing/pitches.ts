import type { Selectable } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import type { Copy, Passage, Pitch } from './pitch.ts'

/** Stores the machine's pitch of each pull request in place of an earlier one. */
export async function savePitches(
  tx: Tx,
  clock: Clock,
  accountId: string,
  pitches: readonly { pullRequestId: string; pitch: Pitch }[],
): Promise<void> {
  if (pitches.length === 0) return
  const writtenAt = clock.now()
  await tx
    .insertInto('pitch')
    .values(
      pitches.map(({ pullRequestId, pitch }) => ({
        pull_request_id: pullRequestId,
        account_id: accountId,
        headline: pitch.headline,
        body: pitch.body,
        writer: pitch.writer,
        needs_words: pitch.needsWords ?? null,
        written_by: pitch.by ?? null,
        sampling: pitch.sampling === undefined ? null : JSON.stringify(pitch.sampling),
        passages: pitch.passages === undefined ? null : JSON.stringify(pitch.passages),
        written_at: writtenAt,
      })),
    )
    .onConflict(conflict =>
      conflict.column('pull_request_id').doUpdateSet(set => ({
        headline: set.ref('excluded.headline'),
        body: set.ref('excluded.body'),
        writer: set.ref('excluded.writer'),
        needs_words: set.ref('excluded.needs_words'),
        written_by: set.ref('excluded.written_by'),
        sampling: set.ref('excluded.sampling'),
        passages: set.ref('excluded.passages'),
        written_at: set.ref('excluded.written_at'),
      })),
    )
    .execute()
}

/** Stores which language model wrote a pitch, and what each of its sentences is based on. */
export async function savePassages(
  tx: Tx,
  pullRequestId: string,
  { by, sampling, passages }: Required<Pick<Pitch, 'by' | 'sampling' | 'passages'>>,
): Promise<void> {
  await tx
    .updateTable('pitch')
    .set({
      writer: 'language-model',
      written_by: by,
      sampling: JSON.stringify(sampling),
      passages: JSON.stringify(passages),
    })
    .where('pull_request_id', '=', pullRequestId)
    .execute()
}

/** The passage that each sentence of a pull request's pitch is based on; empty if no language model wrote it. */
export async function passagesOf(db: Reader, pullRequestId: string): Promise<Passage[]> {
  const row = await db
    .selectFrom('pitch')
    .select('passages')
    .where('pull_request_id', '=', pullRequestId)
    .executeTakeFirst()
  return JSON.parse(row?.passages ?? '[]')
}

/** Stores other words of the machine, which a person chose, as the pull request's pitch. */
export async function rewordPitch(tx: Tx, clock: Clock, pullRequestId: string, words: Copy): Promise<void> {
  await tx
    .updateTable('pitch')
    .set({
      ...words,
      needs_words: null,
      written_by: null,
      sampling: null,
      passages: null,
      written_at: clock.now(),
    })
    .where('pull_request_id', '=', pullRequestId)
    .execute()
}

/** A pitch with everything that is stored of it, so that it can be restored. */
export type StoredPitch = Selectable<Schema['pitch']>

export const storedPitch = (db: Reader, pullRequestId: string): Promise<StoredPitch | undefined> =>
  db.selectFrom('pitch').selectAll().where('pull_request_id', '=', pullRequestId).executeTakeFirst()

/** Restores a pitch as it was before other words replaced it. */
export async function restorePitch(
  tx: Tx,
  { pull_request_id: id, account_id, ...pitch }: StoredPitch,
): Promise<void> {
  await tx
    .updateTable('pitch')
    .set(pitch)
    .where('pull_request_id', '=', id)
    .where('account_id', '=', account_id)
    .execute()
}
