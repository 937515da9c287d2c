import { roleOf } from '#judgement/classification/features/file-role.ts'
import { carrierSignal } from '#judgement/classification/record/carrier.ts'
import { readTitle } from '#judgement/classification/record/title.ts'
import { isHousekeeping } from '#judgement/classification/record/title-signals.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import { isChangelogPath, isFragmentPath } from '#pulls/changelog-sources/changelog-paths.ts'
import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'

/** Why a pull request shows nothing about what its team announces. */
export type Exclusion = 'bot' | 'release' | 'revert' | 'record'

/** Why the pull request is not ordinary work of people; null if it is. Bots, releases, reverts and edits of the record are not measured. */
export function exclusionOf(pull: MergedPull): Exclusion | null {
  if (upkeepOf(pull) !== null) return 'bot'
  if (readTitle(pull.title).revert) return 'revert'
  if (isHousekeeping(pull.title) || carrierSignal(pull) !== null) return 'release'
  if (isRecordOnly(pull)) return 'record'
  return isVersionOnly(pull) ? 'release' : null
}

const isRecordOnly = ({ files }: MergedPull): boolean =>
  files.length > 0 && files.every(({ path }) => isRecordPath(path))

/** Whether the pull request changes only the version number and perhaps the record, such as "Mark 0.36 as in progress". */
const isVersionOnly = ({ files }: MergedPull): boolean =>
  files.length > 0 && files.every(({ path }) => roleOf(path) === 'release' || isRecordPath(path))

/** Whether the file belongs to the team's record: a changelog or a fragment. */
const isRecordPath = (path: string): boolean => isFragmentPath(path) || isChangelogPath(path)

const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*(?:release-?notes?|changelog)/i
const HEADING = /^#{1,6}\s/
const SECTION = /^#{1,6}.*(?:release notes?|change-?log)/i
const MENTIONS_RECORD =
  /change-?sets?|change-?logs?|release[- ]notes?|news[- ]?fragments?|towncrier|whats-?new/i
const TRAILER = /^(?:BREAKING[ -]CHANGE|[A-Z][A-Za-z]+(?:-[A-Za-z]+)+|Changelog|Kind|Type):\s/

/** The pull request without the team's record of what it announces, so that a classifier cannot read the answer there. */
export function withoutTeamRecord(pull: MergedPull, hides: { types: boolean }): MergedPull {
  const notes = new Set(pull.fragments.map(({ path }) => path))
  const isRecord = ({ path }: ChangedFile) => notes.has(path) || isRecordPath(path)
  const files = pull.files.filter(file => !isRecord(file))
  const records = pull.files.filter(isRecord)
  const lines = (key: 'additions' | 'deletions') => records.reduce((sum, file) => sum + file[key], 0)
  const bare = (title: string) => (hides.types ? readTitle(title).text || title : title)
  return {
    ...pull,
    title: bare(pull.title),
    body: withoutRecord(pull.body),
    labels: [],
    commits: pull.commits.filter(subject => !MENTIONS_RECORD.test(subject)).map(bare),
    files,
    filesChanged: pull.filesChanged - records.length,
    additions: pull.additions - lines('additions'),
    deletions: pull.deletions - lines('deletions'),
    fragments: [],
  }
}

const withoutRecord = (body: string): string =>
  outsideRecords(body.split('\n'))
    .filter(line => !MENTIONS_RECORD.test(line) && !TRAILER.test(line))
    .join('\n')
    .trim()

/** The lines outside of release notes, which are in fenced blocks or in sections of their own. */
function outsideRecords(lines: readonly string[]): string[] {
  let fence: string | undefined
  let isSection = false
  return lines.filter(line => {
    if (fence !== undefined) {
      if (line.trim() === fence) fence = undefined
      return false
    }
    fence = FENCE.exec(line)?.[1]
    if (SECTION.test(line)) isSection = true
    else if (HEADING.test(line)) isSection = false
    return fence === undefined && !isSection
  })
}
