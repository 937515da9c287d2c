import type { Kind, Magnitude, Visibility } from '#judgement/classification/classification.ts'
import type {
  Correction,
  Guidance,
  PublishedText,
} from '#judgement/classification/language-model/guidance.ts'
import type { Reader } from '#platform/db/schema.ts'

/** More than a model is shown, since some are filtered out later. */
const MAX_EXAMPLES = 12
/** Some of the newest decisions were replaced by later ones. */
const DECISIONS_READ = 4 * MAX_EXAMPLES

/** What a language model is told about an account: people's overrides, and texts that they edited before publishing. */
export async function guidanceFor(db: Reader, accountId: string): Promise<Guidance> {
  const [corrections, published] = await Promise.all([
    correctionsOf(db, accountId),
    publishedTexts(db, accountId),
  ])
  return { voice: '', corrections, published }
}

/** Reads the titles in a second query by key: with a join, some databases scan all pull requests. */
async function correctionsOf(db: Reader, accountId: string): Promise<Correction[]> {
  const decisions = await db
    .selectFrom('decision')
    .select(['id', 'pull_request_id', 'visibility', 'kind', 'magnitude'])
    .where('account_id', '=', accountId)
    .where('layer', '=', 'person')
    .orderBy('made_at', 'desc')
    .limit(DECISIONS_READ)
    .execute()
  const titles = await titlesInForce(
    db,
    decisions.map(decision => decision.pull_request_id),
  )
  return decisions
    .flatMap(({ id, visibility, kind, magnitude }) => {
      const title = titles.get(id)
      return title === undefined
        ? []
        : [
            {
              title,
              visibility: visibility as Visibility,
              kind: kind as Kind,
              magnitude: magnitude as Magnitude,
            },
          ]
    })
    .slice(0, MAX_EXAMPLES)
}

/** Titles by the id of the pull request's current decision. */
async function titlesInForce(db: Reader, pullRequestIds: readonly string[]): Promise<Map<string, string>> {
  if (pullRequestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('pull_request')
    .select(['decision_id', 'title'])
    .where('id', 'in', pullRequestIds)
    .execute()
  return new Map(rows.map(row => [row.decision_id ?? '', row.title]))
}

async function publishedTexts(db: Reader, accountId: string): Promise<PublishedText[]> {
  return (
    db
      .selectFrom('entry')
      .innerJoin('pull_request', 'pull_request.id', 'entry.primary_pull_request_id')
      .select(['pull_request.title as title', 'entry.title as headline', 'entry.body as body'])
      .where('entry.account_id', '=', accountId)
      .where('state', '=', 'published')
      // Imported releases do not show how a single change is worded.
      .where('entry.origin', '!=', 'import')
      .where(row =>
        row.or([
          row('entry.title', '<>', row.ref('machine_title')),
          row('entry.body', '<>', row.ref('machine_body')),
        ]),
      )
      .orderBy('published_at', 'desc')
      .limit(MAX_EXAMPLES)
      .execute()
  )
}
