import { AppError } from '#platform/errors.ts'
import { readChangelog } from '#pulls/changelog-sources/past-releases.ts'
import type { PastText } from './release-text.ts'

/** A changelog in Markdown, release by release. `invalid_parameter` where it names no release. */
export function changelogTexts(text: string): PastText[] {
  const { product, releases } = readChangelog(text)
  if (releases.length === 0)
    throw new AppError(
      'invalid_parameter',
      'No release was found: this takes Markdown with a heading for each release, such as "## 1.2.0 - 2026-03-02".',
    )
  return releases.map(release => ({ id: null, product, page: null, ...release }))
}
