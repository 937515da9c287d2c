import { SECTIONS } from '#changelog/entries/weight.ts'

/**
 * Everything that feeds and the hosted page say by themselves, in English. Another language is an object of the same shape, chosen by
 * the account's language where `WORDS` is used.
 */
export const WORDS = {
  /** BCP 47: of these words. */
  language: 'en',
  /** BCP 47: how dates among them are written, such as "1 December". */
  dates: 'en-GB',
  kinds: SECTIONS,
  breaking: 'Breaking',
  changelogOf: (account: string) => `${account} changelog`,
  newsFrom: (account: string) => `What is new, from ${account}.`,
  atomFeed: 'Subscribe in a feed reader',
  jsonFeed: 'JSON Feed',
  skip: 'Skip to the content',
  madeWith: 'Made with Tidings.',
  list: {
    links: 'Links and feeds',
    filter: 'Filter',
    all: 'All',
    search: 'Search',
    searchLabel: 'Search the changelog',
    pages: 'Pages',
    older: 'Older entries',
    withheld: 'Withheld',
    /** The name of a link that shows only a date. */
    dated: (title: string, day: string) => `${title}, ${day}`,
    noMatch: 'Nothing matches',
    showAll: 'Show everything',
    empty: 'Nothing announced yet',
    /** The first becomes a link to the feed. */
    follow: ['Follow the feed', ' to be told of the first entry.'] as [string, string],
  },
  edition: {
    index: 'In this edition',
  },
  entry: {
    back: 'Changelog',
    others: 'Other entries',
    newer: 'Newer',
    older: 'Older',
  },
  notFound: {
    sentence: 'Nothing was found at this address.',
    explanation: 'It may be mistyped, or what was here has moved.',
  },
  withdrawn: {
    sentence: 'This entry was taken back.',
    explanation: 'It was published, and then withdrawn by the team.',
  },
}
