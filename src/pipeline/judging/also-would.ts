import type { LedgerPlace } from '#changelog/ledger/places.ts'
import type { Visibility } from '#judgement/classification/classification.ts'
import { standingDecisions } from '#judgement/classification/decisions.ts'
import type { Reader } from '#platform/db/schema.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { isJudged, type Judge } from './judged.ts'

/** The pull requests that would change too if a person's correction were applied to them. */
interface AlsoWould {
  /** What the correction taught, in words; null if no single habit explains it. */
  rule: string | null
  /** The visibility that they would get. */
  visibility: Visibility | null
  pulls: { id: string; title: string; number: number | null; entryId: string | null }[]
}

const NOTHING: AlsoWould = { rule: null, visibility: null, pulls: [] }

/** The most open pull requests that are judged again, the newest. */
const MOST_JUDGED = 200

/**
 * Judges the account's open drafts, or its internal pull requests, again with what a correction taught, and returns those that would change
 * with it. Stores nothing and asks no language model. Pull requests that a person decided about or edited are left out.
 */
export async function alsoWould(
  { db, judge }: { db: Reader; judge: Judge },
  accountId: string,
  correctedId: string,
): Promise<AlsoWould> {
  const corrected = (await standingDecisions(db, [correctedId])).get(correctedId)?.classification
  if (corrected?.layer !== 'person') return NOTHING
  const { visibility } = corrected
  const open = await openPulls(
    db,
    accountId,
    visibility === 'internal' ? ['drafted'] : ['internal', 'unclassified'],
  )
  const ids = open.map(({ id }) => id)
  const pulls = await pullsById(db, ids)
  const judged = await judge(
    accountId,
    ids.flatMap(id => pulls.get(id) ?? []),
    undefined,
    [],
  )
  const known = open.filter(({ id }) => pulls.has(id))
  const changed = known.flatMap((pull, at) => {
    const one = judged[at]
    if (!one || !isJudged(one) || one.classification.visibility !== visibility) return []
    const habits = one.classification.evidence.filter(({ source }) => source === 'team')
    return [{ pull, habits: habits.map(({ detail }) => detail) }]
  })
  if (changed.length === 0) return NOTHING
  return {
    rule: mostCommon(changed.flatMap(({ habits }) => habits)),
    visibility,
    pulls: changed.map(({ pull: { id, title, number, entry_id } }) => ({
      id,
      title,
      number,
      entryId: entry_id,
    })),
  }
}

/** The pull requests in these places that the machine decided about, without those whose entry a person edited. */
const openPulls = (db: Reader, accountId: string, places: LedgerPlace[]) =>
  db
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .leftJoin('entry_pull_request as link', join =>
      join.onRef('link.pull_request_id', '=', 'pull.id').on('link.live', '=', 1),
    )
    .leftJoin('entry', 'entry.id', 'link.entry_id')
    .select(['pull.id', 'pull.title', 'pull.number', 'link.entry_id'])
    .where('pull.account_id', '=', accountId)
    .where('pull.place', 'in', places)
    .where('decision.layer', '<>', 'person')
    .where('pull.classification_error', 'is', null)
    .where(where => where.or([where('entry.id', 'is', null), where('entry.touched', '=', 0)]))
    .orderBy('pull.merged_at', 'desc')
    .limit(MOST_JUDGED)
    .execute()

function mostCommon(texts: readonly string[]): string | null {
  const counts = Map.groupBy(texts, text => text)
  const [first] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)
  return first?.[0] ?? null
}
