import { addsToChangelog } from '#judgement/classification/record/changelog.ts'
import { isHousekeeping } from '#judgement/classification/record/title-signals.ts'
import { entryText } from '#pulls/changelog-sources/announcements.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import type { FileDiff } from '#pulls/hosts/code-host.ts'
import type { ChangeFragment, MergedPull } from '#pulls/pull-request.ts'

/** Who adds more items gathers what others did. */
const MOST = 3
const ITEM = /^\+\s{0,8}[-*+]\s+(\S.*)/
const HEADING = /^[ +]#{1,6}\s+(.*)/

/** A merge with the items that it adds to a changelog as its own notes, where these name no number by which they would be known. */
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
