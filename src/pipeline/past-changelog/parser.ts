import type { ImportedEntry } from '#changelog/entries/import-entry.ts'
import { AppError } from '#platform/errors.ts'
import { readChangelog } from '#pulls/changelog-sources/past-releases.ts'
import { type DatedText, eachEntry, type PastRepository, referencesOf, wholeEntry } from './entries.ts'
import { feedTexts } from './feed.ts'
import { isEmpty, type PastText, releasesFrom, releaseTexts } from './releases.ts'

export const PAST_FORMATS = ['changelog', 'releases', 'feed'] as const
export type PastFormat = (typeof PAST_FORMATS)[number]

/** What an import needs to know of a text before it is dated. */
export interface PastSummary {
  /** It contains only links or dependency updates. */
  isEmpty: boolean
  /** The pull requests and commits that it mentions. */
  references: ReturnType<typeof referencesOf>
}

/** Parses past changelogs, which are untrusted: on the calling thread in the command line, in a background thread in the server. */
export interface PastParser {
  /** Splits a document into texts. Throws `invalid_parameter` if it does not have that format. */
  parse(form: PastFormat, document: string): Promise<PastText[]>
  /** Null if parsing takes too long. */
  summarize(text: PastText, repo: PastRepository): Promise<PastSummary | null>
  /** One entry for the text or, with `each`, one for each of its items. Empty if it cannot be rendered or parsing takes too long. */
  entries(text: DatedText, repo: PastRepository, each: boolean): Promise<ImportedEntry[]>
}

const PARSERS: Record<PastFormat, (document: string) => PastText[] | Promise<PastText[]>> = {
  changelog: changelogTexts,
  releases: document => releaseTexts(releasesFrom(document)),
  feed: feedTexts,
}

/** Parses on the calling thread. */
export const pastParser: PastParser = {
  parse: async (form, document) => PARSERS[form](document),
  summarize: async (text, repo) => ({ isEmpty: isEmpty(text), references: referencesOf(text, repo) }),
  async entries(text, repo, each) {
    if (each) return eachEntry(text, repo)
    const entry = await wholeEntry(text, repo)
    return entry ? [entry] : []
  },
}

/** The releases of a changelog in Markdown. Throws `invalid_parameter` if there are none. */
export function changelogTexts(text: string): PastText[] {
  const { product, releases } = readChangelog(text)
  if (releases.length === 0)
    throw new AppError(
      'invalid_parameter',
      'No release was found: this takes Markdown with a heading for each release, such as "## 1.2.0 - 2026-03-02".',
    )
  return releases.map(release => ({ id: null, product, page: null, ...release }))
}
