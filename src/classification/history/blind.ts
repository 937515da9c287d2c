import type { MergedPull } from '#pulls/pull-request.ts'
import { readTitle } from '../signals/title.ts'
import { isRecordPath } from './ordinary.ts'

const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*(?:release-?notes?|changelog)/i
const HEADING = /^#{1,6}\s/
const SECTION = /^#{1,6}.*(?:release notes?|change-?log)/i
const SPEAKS = /change-?sets?|change-?logs?|release[- ]notes?|news[- ]?fragments?|towncrier|whats-?new/i
const TRAILER = /^(?:BREAKING[ -]CHANGE|[A-Z][A-Za-z]+(?:-[A-Za-z]+)+|Changelog|Kind|Type):\s/

/** The merge as it would be without its team's own record of what it tells, so that a classifier can be asked about it fairly. */
export function blinded(pull: MergedPull, hides: { types: boolean }): MergedPull {
  const files = pull.files.filter(({ path }) => !isRecordPath(path))
  const records = pull.files.filter(({ path }) => isRecordPath(path))
  const lines = (key: 'additions' | 'deletions') => records.reduce((sum, file) => sum + file[key], 0)
  const bare = (title: string) => (hides.types ? readTitle(title).text || title : title)
  return {
    ...pull,
    title: bare(pull.title),
    body: withoutRecord(pull.body),
    labels: [],
    commits: pull.commits.filter(subject => !SPEAKS.test(subject)).map(bare),
    files,
    filesChanged: pull.filesChanged - records.length,
    additions: pull.additions - lines('additions'),
    deletions: pull.deletions - lines('deletions'),
    fragments: [],
  }
}

const withoutRecord = (body: string): string =>
  outsideRecords(body.split('\n'))
    .filter(line => !SPEAKS.test(line) && !TRAILER.test(line))
    .join('\n')
    .trim()

/** Without fenced release notes and without sections of them. */
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
