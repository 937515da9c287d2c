import { addsToChangelog } from '#judgement/classification/record/changelog.ts'
import { isHousekeeping } from '#judgement/classification/record/title-signals.ts'
import { entryText } from '#pulls/changelog-sources/announcements.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import type { FileDiff } from '#pulls/hosts/code-host.ts'
import type { ChangeFragment, MergedPull } from '#pulls/pull-request.ts'

/** The most items that count as notes of the merge itself; a merge that adds more is gathering the notes of others. */
const MOST = 3
const ITEM = /^\+\s{0,8}[-*+]\s+(\S.*)/
const HEADING = /^[ +]#{1,6}\s+(.*)/

/** Gives a merge the items that it adds to a changelog as its own notes, unless notes were already found by its number. */
export async function withOwnLines(
  pull: MergedPull,
  diffOf: (commit: string) => Promise<readonly FileDiff[]>,
): Promise<MergedPull> {
  const isNoted = pull.fragments.some(({ path }) => isChangelogPath(path))
  if (isNoted || pull.mergeCommit === null || !addsToChangelog(pull.files) || isHousekeeping(pull.title))
    return pull
  const lines = (await diffOf(pull.mergeCommit)).flatMap(addedItems)
  return lines.length > MOST ? pull : { ...pull, fragments: [...pull.fragments, ...lines] }
}

function addedItems({ path, patch }: FileDiff): ChangeFragment[] {
  if (!isChangelogPath(path)) return []
  let heading: string[] = []
  return patch.split('\n').flatMap(line => {
    const found = HEADING.exec(line)?.[1]
    if (found !== undefined) heading = [found]
    const text = ITEM.exec(line)?.[1]
    return text === undefined ? [] : [{ path, text: entryText(heading, text) }]
  })
}
