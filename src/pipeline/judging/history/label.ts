import { readTitle } from '#judgement/classification/record/title.ts'
import { meaningOfWord } from '#judgement/classification/record/vocabulary.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import { announcementsOf } from '#pulls/changelog-sources/announcements.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { coveredBy, labelsFrom, relevantSources } from './coverage.ts'
import { type Exclusion, exclusionOf } from './ordinary.ts'
import type { LabelledPull, SourceCoverage } from './sources.ts'
import { historyReaders } from './sources.ts'

/** A team's past decisions, as far as they can be read. */
export interface LabelledHistory {
  /** Newest first. */
  labelled: LabelledPull[]
  /** Of the sources that labels come from. */
  coverages: SourceCoverage[]
  /** The record repeats the types in front of titles: whoever reads these knows it. */
  madeFromTitles: boolean
  /** Merges that were not labelled, by why: `undecided` where teams disagree, `uncovered` outside the times of any record. */
  excluded: Record<Exclusion | 'undecided' | 'uncovered', number>
}

/**
 * Reads the decisions of a team from its merges, newest first and with their fragments, and its papers; see `Reading` for
 * `repo`. Pure: the same history gives the same labels.
 */
export function labelHistory(
  merges: readonly MergedPull[],
  papers: readonly ChangelogFile[],
  repo: string | null,
): LabelledHistory {
  const excluded = { bot: 0, release: 0, revert: 0, record: 0, undecided: 0, uncovered: 0 }
  const ordinary = merges.filter(pull => {
    const oddity = exclusionOf(pull)
    if (oddity !== null) excluded[oddity]++
    return oddity === null
  })
  const covered = coveredIn(ordinary, papers, repo)
  const labels = labelsFrom(covered)
  const labelled = ordinary.flatMap(pull => labels.get(pull) ?? [])
  excluded.uncovered = ordinary.length - labels.size
  excluded.undecided = labels.size - labelled.length
  const coverages = covered
    .map(({ coverage }) => coverage)
    .filter(({ source }) => labelled.some(label => label.source === source))
  return { labelled, coverages, madeFromTitles: isMadeFromTitles(labelled), excluded }
}

function coveredIn(merges: readonly MergedPull[], papers: readonly ChangelogFile[], repo: string | null) {
  const announcements = papers.flatMap(paper => announcementsOf(paper, repo))
  const oldestFirst = merges.toSorted((a, b) => a.mergedAt - b.mergedAt)
  return relevantSources(
    historyReaders(announcements).flatMap(reader => coveredBy(reader, oldestFirst) ?? []),
  )
}

/** So many typed titles are needed to tell, and so many of them must say what the record says. */
const ENOUGH = 30
const AGREE = 0.95

/** Is the record made from the types in front of titles (`feat:`, `fix:`)? Then a classifier that reads these is told the answer. */
function isMadeFromTitles(labelled: readonly LabelledPull[]): boolean {
  const agreements = labelled.flatMap(({ pull, announced, kind, basis }) => {
    const { type } = readTitle(pull.title)
    const meaning = type === null ? null : meaningOfWord(type)
    if (meaning === null || kind === null || basis === 'absent') return []
    return [meaning.told === announced && meaning.kind === kind]
  })
  return agreements.length >= ENOUGH && agreements.filter(Boolean).length >= AGREE * agreements.length
}
