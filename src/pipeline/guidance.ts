import type { Kind, Magnitude, Visibility } from '#classification/classification.ts'
import type { Correction, Guidance, PublishedText } from '#classification/language-model/guidance.ts'
import type { Reader } from '#db/schema.ts'

/** More than are shown to a model, for some may not be fit for it. */
const TAKEN = 12

/** What an account has taught so far: decisions that people made over the machine's, and texts that they changed before publishing. */
export async function guidanceFor(db: Reader, accountId: string): Promise<Guidance> {
  const [corrections, published] = await Promise.all([
    correctionsOf(db, accountId),
    publishedTexts(db, accountId),
  ])
  return { voice: '', corrections, published }
}

async function correctionsOf(db: Reader, accountId: string): Promise<Correction[]> {
  const rows = await db
    .selectFrom('decision')
    .innerJoin('pull_request', 'pull_request.decision_id', 'decision.id')
    .select(['title', 'visibility', 'kind', 'magnitude'])
    .where('decision.account_id', '=', accountId)
    .where('layer', '=', 'person')
    .orderBy('made_at', 'desc')
    .limit(TAKEN)
    .execute()
  return rows.map(row => ({
    title: row.title,
    visibility: row.visibility as Visibility,
    kind: row.kind as Kind,
    magnitude: row.magnitude as Magnitude,
  }))
}

async function publishedTexts(db: Reader, accountId: string): Promise<PublishedText[]> {
  return (
    db
      .selectFrom('entry')
      .innerJoin('pull_request', 'pull_request.id', 'entry.primary_pull_request_id')
      .select(['pull_request.title as title', 'entry.title as headline', 'entry.body as body'])
      .where('entry.account_id', '=', accountId)
      .where('state', '=', 'published')
      // A whole release says nothing of how one change is told.
      .where('entry.origin', '!=', 'import')
      .where(row =>
        row.or([
          row('entry.title', '<>', row.ref('machine_title')),
          row('entry.body', '<>', row.ref('machine_body')),
        ]),
      )
      .orderBy('published_at', 'desc')
      .limit(TAKEN)
      .execute()
  )
}
