import { accountById } from '#accounts/account.ts'
import { voiceOf } from '#accounts/voice.ts'
import type { Evidence, Kind, Magnitude, Visibility } from '#judgement/classification/classification.ts'
import { folderOf } from '#judgement/copy/writers/language-model/nearest.ts'
import type { Correction, Guidance, PublishedText } from '#judgement/guidance.ts'
import type { Reader } from '#platform/db/schema.ts'

/** More than a model is shown, since some are filtered out later. */
const MAX_EXAMPLES = 12
/** Some of the newest decisions were replaced by later ones. */
const DECISIONS_READ = 4 * MAX_EXAMPLES
/** Of which those are shown that are most like a change. */
const PUBLISHED_READ = 100
const OUTCOMES_READ = 300

/** What a language model is told about an account: its voice, people's overrides, and what it published. */
export async function guidanceFor(db: Reader, accountId: string): Promise<Guidance> {
  const [{ language }, voice, corrections, published, trust] = await Promise.all([
    accountById(db, accountId),
    voiceOf(db, accountId),
    correctionsOf(db, accountId),
    publishedTexts(db, accountId),
    trustIn(db, accountId),
  ])
  return { voice, language, corrections, published, trust }
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
  const rows = await db
    .selectFrom('entry')
    .innerJoin('pull_request', 'pull_request.id', 'entry.primary_pull_request_id')
    .select([
      'pull_request.title as pull',
      'pull_request.files',
      'entry.kind',
      'entry.title',
      'entry.body',
      'entry.machine_title',
      'entry.machine_body',
    ])
    .where('entry.account_id', '=', accountId)
    .where('state', '=', 'published')
    // What was imported, and what covers several changes, does not show how a single change is worded.
    .where('entry.origin', '=', 'pull-request')
    .orderBy('published_at', 'desc')
    .limit(PUBLISHED_READ)
    .execute()
  return rows.map(row => {
    const isChanged = row.title !== row.machine_title || row.body !== row.machine_body
    const files: { path: string }[] = JSON.parse(row.files)
    return {
      title: row.pull,
      kind: row.kind,
      folders: [...new Set(files.map(({ path }) => folderOf(path)))],
      draft: isChanged ? { headline: row.machine_title, body: row.machine_body } : null,
      final: { headline: row.title, body: row.body },
    }
  })
}

/**
 * How often the model's classification was what people decided, by overriding it, publishing the entry or dismissing it; of the newest
 * merges that a model was asked about.
 */
async function trustIn(db: Reader, accountId: string): Promise<Guidance['trust']> {
  const decisions = await db
    .selectFrom('decision')
    .select(['pull_request_id', 'evidence'])
    .where('account_id', '=', accountId)
    .where('layer', '=', 'language-model')
    .orderBy('made_at', 'desc')
    .limit(OUTCOMES_READ)
    .execute()
  const outcomes = await outcomesOf(
    db,
    decisions.map(decision => decision.pull_request_id),
  )
  const told = decisions.flatMap(({ pull_request_id, evidence }) => {
    const outcome = outcomes.get(pull_request_id)
    const word = (JSON.parse(evidence) as Evidence[]).find(
      ({ source, weight }) => source === 'language-model' && weight !== 0,
    )
    return word && outcome ? [word.weight > 0 === (outcome === 'user-facing')] : []
  })
  return { right: told.filter(Boolean).length, decided: told.length }
}

/** What people decided of pull requests that they decided on. */
async function outcomesOf(db: Reader, pullRequestIds: readonly string[]): Promise<Map<string, Visibility>> {
  if (pullRequestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .select(['pull.id', 'pull.place', 'decision.layer', 'decision.visibility'])
    .where('pull.id', 'in', pullRequestIds)
    .execute()
  return new Map(
    rows.flatMap(({ id, place, layer, visibility }): [string, Visibility][] => {
      if (layer === 'person') return [[id, visibility]]
      if (place === 'dismissed') return [[id, 'internal']]
      return place === 'announced' ? [[id, 'user-facing']] : []
    }),
  )
}
