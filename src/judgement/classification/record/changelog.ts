import { BACKSTAGE, roleOf } from '#judgement/classification/features/file-role.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'
import { type Signal, signal } from './signal.ts'
import { isHousekeeping } from './title-signals.ts'

/** Less than a note that can be read: nobody looked under which heading the lines stand. */
const ADDED = 3

/** Of one entry, however well it is told; and where nothing changed besides that customers meet. */
const MOST_LINES = 30
const FEW_LINES = 6

/** Does a change add lines to a changelog? One that mends lines there does not. */
export const addsToChangelog = (files: readonly ChangedFile[]): boolean =>
  files.some(({ path, additions, deletions }) => additions > deletions && isChangelogPath(path))

/** Who adds to the changelog what he changes announces it. A release, which gathers what others did, does not. */
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
