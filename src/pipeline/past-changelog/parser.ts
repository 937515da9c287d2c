import type { ImportedEntry } from '#changelog/entries/imported.ts'
import { AppError } from '#platform/errors.ts'
import { readChangelog } from '#pulls/changelog-sources/past-releases.ts'
import { type DatedText, eachEntry, type PastRepository, referencesOf, wholeEntry } from './entries.ts'
import { feedTexts } from './feed.ts'
import { isEmpty, type PastText, releasesFrom, releaseTexts } from './releases.ts'

export const PAST_FORMATS = ['changelog', 'releases', 'feed'] as const
export type PastFormat = (typeof PAST_FORMATS)[number]

/** What a text of the past says at a glance. */
export interface PastSummary {
  /** Links alone, or dependencies that were raised: nothing to tell. */
  isEmpty: boolean
  /** The pull requests and commits that it names. */
  references: ReturnType<typeof referencesOf>
}

/** All that takes a past changelog apart: on the caller's own thread, or in the background where requests are answered. */
export interface PastParser {
  /** `invalid_parameter` for what is not of that form. */
  parse(form: PastFormat, document: string): Promise<PastText[]>
  /** Null where the text cannot be read in time. */
  summarize(text: PastText, repo: PastRepository): Promise<PastSummary | null>
  /** As one entry, or as one for each of its items; none where it cannot be shown or read in time. */
  entries(text: DatedText, repo: PastRepository, each: boolean): Promise<ImportedEntry[]>
}

const PARSERS: Record<PastFormat, (document: string) => PastText[] | Promise<PastText[]>> = {
  changelog: changelogTexts,
  releases: document => releaseTexts(releasesFrom(document)),
  feed: feedTexts,
}

/** On the caller's own thread. */
export const pastParser: PastParser = {
  parse: async (form, document) => PARSERS[form](document),
  summarize: async (text, repo) => ({ isEmpty: isEmpty(text), references: referencesOf(text, repo) }),
  async entries(text, repo, each) {
    if (each) return eachEntry(text, repo)
    const whole = await wholeEntry(text, repo)
    return whole ? [whole] : []
  },
}

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
