import { readTitle } from '#judgement/classification/record/title.ts'
import { meaningOfWord } from '#judgement/classification/record/vocabulary.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import { announcementsOf } from '#pulls/changelog-sources/announcements.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { coveredBy, labelsFrom, relevantSources } from './coverage.ts'
import { type Exclusion, exclusionOf } from './ordinary.ts'
import type { LabelledPull, SourceCoverage } from './sources.ts'
import { historyReaders } from './sources.ts'

/** A team's past decisions, as far as its repository shows them. */
export interface LabelledHistory {
  /** The pull requests with a label, newest first. */
  labelled: LabelledPull[]
  /** The sources of the labels. */
  coverages: SourceCoverage[]
  /** Whether the team's record repeats the types in titles (`feat:`), so that a classifier which reads titles would see the labels. */
  madeFromTitles: boolean
  /**
   * The number of unlabelled pull requests by reason. `undecided`: of a kind that teams treat differently.
   * `uncovered`: merged when no record was kept.
   */
  excluded: Record<Exclusion | 'undecided' | 'uncovered', number>
}

/**
 * Reads a team's decisions from its pull requests (newest first, with changelog fragments) and its changelog files. `repo` is the slug in
 * addresses of its pull requests; null if unknown.
 */
export function labelHistory(
  merges: readonly MergedPull[],
  changelogFiles: readonly ChangelogFile[],
  repo: string | null,
): LabelledHistory {
  const excluded = { bot: 0, release: 0, revert: 0, record: 0, undecided: 0, uncovered: 0 }
  const ordinary = merges.filter(pull => {
    const reason = exclusionOf(pull)
    if (reason !== null) excluded[reason]++
    return reason === null
  })
  const covered = coveredIn(ordinary, changelogFiles, repo)
  const labels = labelsFrom(covered)
  const labelled = ordinary.flatMap(pull => labels.get(pull) ?? [])
  excluded.uncovered = ordinary.length - labels.size
  excluded.undecided = labels.size - labelled.length
  const coverages = covered
    .map(({ coverage }) => coverage)
    .filter(({ source }) => labelled.some(label => label.source === source))
  return { labelled, coverages, madeFromTitles: isMadeFromTitles(labelled), excluded }
}

function coveredIn(
  merges: readonly MergedPull[],
  changelogFiles: readonly ChangelogFile[],
  repo: string | null,
) {
  const announcements = changelogFiles.flatMap(file => announcementsOf(file, repo))
  const oldestFirst = merges.toSorted((a, b) => a.mergedAt - b.mergedAt)
  return relevantSources(
    historyReaders(announcements).flatMap(reader => coveredBy(reader, oldestFirst) ?? []),
  )
}

const MIN_TYPED_TITLES = 30
/** The share of typed titles that must agree with the record. */
const MIN_AGREEMENT = 0.95

/** Whether the record is generated from the types in titles (`feat:`, `fix:`). */
function isMadeFromTitles(labelled: readonly LabelledPull[]): boolean {
  const agreements = labelled.flatMap(({ pull, announced, kind, basis }) => {
    const { type } = readTitle(pull.title)
    const meaning = type === null ? null : meaningOfWord(type)
    if (meaning === null || kind === null || basis === 'absent') return []
    return [meaning.told === announced && meaning.kind === kind]
  })
  return (
    agreements.length >= MIN_TYPED_TITLES &&
    agreements.filter(Boolean).length >= MIN_AGREEMENT * agreements.length
  )
}
