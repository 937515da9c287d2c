import type { Account } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import { namedPulls, recordMentions } from '#changelog/entries/mentions.ts'
import { markPromoted } from '#changelog/entries/transitions.ts'
import { settlePlaces } from '#changelog/ledger/places.ts'
import { EXAMPLES_READ } from '#judgement/classification/team/account.ts'
import { labelHistory } from '#pipeline/judging/history/label.ts'
import { isHistoryStored, storeHistory } from '#pipeline/judging/past-examples.ts'
import type { Database } from '#platform/db/database.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import { chunksOf } from '#platform/iterables.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import { announcementsOf } from '#pulls/changelog-sources/announcements.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { findOrCreateRepository, findRepository } from '#pulls/repositories.ts'

/** Merges that are looked at to learn what a team used to announce; the record names perhaps half of them. */
export const HISTORY_MERGES = 2 * EXAMPLES_READ

/** What a repository holds of its past. */
export interface RepositoryHistory {
  facts: Pick<SourceFacts, 'host' | 'repo'>
  /** Newest first, asked for only when they are needed. */
  merges(): Promise<readonly MergedPull[]>
  papers: readonly ChangelogFile[]
}

/**
 * At the first import of a repository its team's own record becomes the account's examples, so that the import itself is judged by
 * the team's habits already. Gives how many examples that made; later imports read nothing and give 0.
 */
export async function learnFromHistory(
  db: Database,
  { clock, ids }: ActionContext,
  account: Account,
  { facts, merges, papers }: RepositoryHistory,
): Promise<number> {
  const known = await findRepository(db.read, account.id, facts)
  if (known && (await isHistoryStored(db.read, known.id))) return 0
  const history = labelHistory(await merges(), papers, slugOf(facts))
  return db.write(async tx => {
    const repository = await findOrCreateRepository(tx, clock, ids, account.id, facts)
    return storeHistory(tx, clock, repository, history)
  })
}

const slugOf = ({ host, repo }: RepositoryHistory['facts']): string | null => (host === 'git' ? null : repo)

/**
 * What the repository's changelogs and tags name was announced already: what is recorded of it says so from now on, and what is recorded
 * later does from the start, so that nothing is announced again by accident. A draft that is there stays, for a person to decide about.
 * Whoever promoted one first is kept. Gives how many were marked.
 */
export async function markAnnounced(
  db: Database,
  mover: ActionContext,
  account: Account,
  { facts, papers }: Pick<RepositoryHistory, 'facts' | 'papers'>,
): Promise<number> {
  const announcements = papers
    .flatMap(paper => announcementsOf(paper, slugOf(facts)))
    .filter(({ version }) => version !== 'unreleased')
  if (announcements.length === 0) return 0
  const references = {
    numbers: announcements.flatMap(one => one.numbers),
    commits: announcements.flatMap(one => one.commits),
  }
  return db.write(async tx => {
    const repository = await findOrCreateRepository(tx, mover.clock, mover.ids, account.id, facts)
    await recordMentions(tx, mover.clock, repository, references, null)
    const ids = await namedPulls(tx, repository, references)
    let marked = 0
    for (const some of chunksOf(ids, VALUES_PER_STATEMENT)) {
      marked += await markPromoted(tx, mover, some)
      await settlePlaces(tx, some)
    }
    return marked
  })
}
