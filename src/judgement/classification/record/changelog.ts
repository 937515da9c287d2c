import { BACKSTAGE, roleOf } from '#judgement/classification/features/file-role.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'
import { type Signal, signal } from './signal.ts'
import { isHousekeeping } from './title-signals.ts'

/** The weight of lines in a changelog whose heading is not known; less than that of a note. */
const ADDED = 3

/** The most lines that are one entry of a changelog, however detailed; and the most where nothing else changed that customers meet. */
const MOST_LINES = 30
const FEW_LINES = 6

/** Does a change add lines to a changelog? One that mends lines there does not. */
export const addsToChangelog = (files: readonly ChangedFile[]): boolean =>
  files.some(({ path, additions, deletions }) => additions > deletions && isChangelogPath(path))

/** An author who adds the change to the changelog announces it. A release does not: it lists the changes of others. */
export function changelogSignals(pull: MergedPull): Signal[] {
  const { title, files } = pull
  if (upkeepOf(pull) !== null || !addsToChangelog(files) || isHousekeeping(title) || gathers(files)) return []
  return [
    signal({ source: 'changelog', detail: 'it adds to the changelog itself', weight: ADDED, binding: true }),
  ]
}

/** An entry of one's own is a few lines beside what it tells of: dropping a version may change no more than lists and tests. */
function gathers(files: readonly ChangedFile[]): boolean {
  let [entries, product, others] = [0, 0, 0]
  for (const { path, additions, deletions } of files) {
    const role = roleOf(path)
    if (isChangelogPath(path)) entries += additions
    else if (!BACKSTAGE.has(role)) product += additions + deletions
    else if (role !== 'release') others++
  }
  if (product === 0) return others === 0 || entries > FEW_LINES
  return entries > Math.max(MOST_LINES, product)
}
