import { isChangelogPath } from '#pulls/announced/changelog-paths.ts'
import { isFragmentPath } from '#pulls/fragment-paths.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pathsOf } from '../paths/placed.ts'
import { authorSignals } from '../signals/author.ts'
import { readTitle } from '../signals/title.ts'

/** Why a merge says nothing of what its team takes for news. */
export type Oddity = 'bot' | 'release' | 'revert' | 'record'

const HOUSEKEEPING = new RegExp(
  [
    String.raw`^(?:(?:chore|build|ci|release)(?:\([^)]*\))?: ?)(?:releas|publish|version|v?\d+\.\d+)`,
    String.raw`^(?:(?:prepar(?:e|ing)|cut|start|begin|tag|create|new|finali[sz]e|draft)\b.{0,40})?\breleas(?:e|es|ing):?(?: (?:of |version |candidate )?[\w./@-]*\d[\w.-]*)?$`,
    String.raw`^(?:prepar(?:e|ing)|cut|start|begin|tag)\b.{0,40}\breleas`,
    String.raw`^(?:version packages|publish(?:ing)? v?\d|(?:\w+: )?bump(?:ed|s)?(?: the)? version|bump(?:ed)?(?: to)? v?\d+\.\d+|v?\d+\.\d+\.\d+[\w.-]*$)`,
    String.raw`^\W*(?:\w+: )?(?:back-?port|cherry-?pick|forward-?port)`,
    String.raw`^(?:merge|sync)\b.{0,40}\b(?:into|branch|main|master|develop|next|release)\b`,
  ].join('|'),
  'i',
)

/** Null for the ordinary work of people. The others are left out of every measure: robots, releases, reverts, and edits of the record. */
export function oddityOf(pull: MergedPull): Oddity | null {
  if (pull.authorIsBot || authorSignals(pull).length > 0) return 'bot'
  if (readTitle(pull.title).revert) return 'revert'
  if (HOUSEKEEPING.test(pull.title)) return 'release'
  if (isRecordOnly(pull)) return 'record'
  return isVersionOnly(pull) ? 'release' : null
}

const isRecordOnly = ({ files }: MergedPull): boolean =>
  files.length > 0 && files.every(({ path }) => isRecordPath(path))

/** "Mark 0.36 as in progress": it changes the number of the version and perhaps the record, whatever its title says. */
const isVersionOnly = ({ files }: MergedPull): boolean =>
  files.length > 0 &&
  pathsOf(files).every(({ role }, at) => role === 'release' || isRecordPath(files[at]?.path ?? ''))

/** Is this a place where the team keeps what it tells? */
export const isRecordPath = (path: string): boolean => isFragmentPath(path) || isChangelogPath(path)
