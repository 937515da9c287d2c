import { isChangelogPath } from '#pulls/announced/changelog-paths.ts'
import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'
import { pathsOf } from '../paths/placed.ts'
import { BACKSTAGE } from '../paths/role.ts'
import { isHousekeeping } from './housekeeping.ts'
import { type Signal, signal } from './signal.ts'

/** Less than a note that can be read: nobody looked under which heading the lines stand. */
const ADDED = 3

/** Does a change add lines to a changelog? One that mends lines there does not. */
export const addsToChangelog = (files: readonly ChangedFile[]): boolean =>
  files.some(({ path, additions, deletions }) => additions > deletions && isChangelogPath(path))

/** Who adds to the changelog what he changes announces it. A release, which gathers what others did, does not. */
export function changelogSignals({ title, files, authorIsBot }: MergedPull): Signal[] {
  if (authorIsBot || !addsToChangelog(files) || isHousekeeping(title) || !changesProduct(files)) return []
  return [
    signal({ source: 'changelog', detail: 'it adds to the changelog itself', weight: ADDED, binding: true }),
  ]
}

const changesProduct = (files: readonly ChangedFile[]): boolean =>
  pathsOf(files).some(({ role, path }) => !BACKSTAGE.has(role) && !isChangelogPath(path))
