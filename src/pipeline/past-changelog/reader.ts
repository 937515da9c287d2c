import type { PastEntry } from '#changelog/entries/imported.ts'
import { changelogTexts } from './changelog.ts'
import { feedTexts } from './feed.ts'
import { isEmpty, type PastText } from './release-text.ts'
import { releasesFrom, releaseTexts } from './releases.ts'
import { type Dated, eachEntry, type Repo, referencesIn, wholeEntry } from './words.ts'

export const PAST_FORMS = ['changelog', 'releases', 'feed'] as const
export type PastForm = (typeof PAST_FORMS)[number]

/** What a text of the past says at a glance. */
export interface Glance {
  /** Links alone, or dependencies that were raised: nothing to tell. */
  isEmpty: boolean
  /** The pull requests and commits that it names. */
  references: ReturnType<typeof referencesIn>
}

/** All that takes a past changelog apart: on the caller's own thread, or in the background where requests are answered. */
export interface PastReader {
  /** `invalid_parameter` for what is not of that form. */
  parse(form: PastForm, document: string): Promise<PastText[]>
  /** Null where the text cannot be read in time. */
  glance(text: PastText, repo: Repo): Promise<Glance | null>
  /** As one entry, or as one for each of its items; none where it cannot be shown or read in time. */
  entries(text: Dated, repo: Repo, each: boolean): Promise<PastEntry[]>
}

const PARSERS: Record<PastForm, (document: string) => PastText[] | Promise<PastText[]>> = {
  changelog: changelogTexts,
  releases: document => releaseTexts(releasesFrom(document)),
  feed: feedTexts,
}

/** On the caller's own thread. */
export const pastReader: PastReader = {
  parse: async (form, document) => PARSERS[form](document),
  glance: async (text, repo) => ({ isEmpty: isEmpty(text), references: referencesIn(text, repo) }),
  async entries(text, repo, each) {
    if (each) return eachEntry(text, repo)
    const whole = await wholeEntry(text, repo)
    return whole ? [whole] : []
  },
}
