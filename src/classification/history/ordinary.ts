import { isChangelogPath } from '#pulls/announced/changelog-paths.ts'
import { isFragmentPath } from '#pulls/fragment-paths.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { authorSignals } from '../signals/author.ts'
import { readTitle } from '../signals/title.ts'

/** Why a merge says nothing of what its team takes for news. */
export type Oddity = 'bot' | 'release' | 'revert' | 'record'

const RELEASE =
  /^(?:chore|build|ci|release|feat|fix)?(?:\([^)]*\))?:?\s*(?:(?:prepar(?:e|ing)|cut|start|begin|tag|create|merge|new|final(?:ize|ise))\s+(?:the\s+|for\s+)?(?:\w+\s+)?)?(?:releas(?:e|es|ing)|version packages|bump(?:ed|s)? (?:the )?version|bump(?:ed)? (?:to )?v?\d+\.\d+|publish|v?\d+\.\d+\.\d+[\w.-]*$|(?:back-?port|cherry-?pick|forward-?port))\b|\[?(?:back-?port|cherry-?pick)/i
const MERGE = /^(?:merge|sync|forward-?port)\b.{0,40}\b(?:into|branch|main|master|develop|next|release)\b/i

/** Null for the ordinary work of people. The others are left out of every measure: robots, releases, reverts, and edits of the record. */
export function oddityOf(pull: MergedPull): Oddity | null {
  if (pull.authorIsBot || authorSignals(pull).length > 0) return 'bot'
  if (readTitle(pull.title).revert) return 'revert'
  if (RELEASE.test(pull.title) || MERGE.test(pull.title)) return 'release'
  return isRecordOnly(pull) ? 'record' : null
}

const isRecordOnly = ({ files }: MergedPull): boolean =>
  files.length > 0 && files.every(({ path }) => isRecordPath(path))

/** Is this a place where the team keeps what it tells? */
export const isRecordPath = (path: string): boolean => isFragmentPath(path) || isChangelogPath(path)
