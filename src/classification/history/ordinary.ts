import { isChangelogPath } from '#pulls/announced/changelog-paths.ts'
import { isFragmentPath } from '#pulls/fragment-paths.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pathsOf } from '../paths/placed.ts'
import { authorSignals } from '../signals/author.ts'
import { isHousekeeping } from '../signals/housekeeping.ts'
import { readTitle } from '../signals/title.ts'

/** Why a merge says nothing of what its team takes for news. */
export type Oddity = 'bot' | 'release' | 'revert' | 'record'

/** Null for the ordinary work of people. The others are left out of every measure: robots, releases, reverts, and edits of the record. */
export function oddityOf(pull: MergedPull): Oddity | null {
  if (pull.authorIsBot || authorSignals(pull).length > 0) return 'bot'
  if (readTitle(pull.title).revert) return 'revert'
  if (isHousekeeping(pull.title)) return 'release'
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
