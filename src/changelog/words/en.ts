import type { ListName } from '#changelog/kind-faces.ts'
import { BREAKING, kindsIn } from './kinds.ts'

/** The titles of lists of one-line entries: below stories, and without any. */
type ListWords = Record<ListName, { below: string; alone: string }>

const lists: ListWords = {
  features: { below: 'Also new', alone: 'New' },
  improvements: { below: 'Also improved', alone: 'Improved' },
  security: { below: 'Security', alone: 'Security' },
  fixes: { below: 'Also fixed', alone: 'Fixed' },
  changes: { below: 'Also changed', alone: 'Changed' },
}

/** English. Another language is a file of the same shape, and a line in `words.ts`. */
export const en = {
  /** BCP 47 tag of the language of these words. */
  language: 'en',
  /**
   * BCP 47 tag that decides how dates are written, such as "1 December". A page is the same for readers everywhere, as are mails and the
   * titles of editions: the day comes first, as in most countries, and the month in words, so that nobody reads it as the day.
   */
  dates: 'en-GB',
  kinds: kindsIn('en'),
  lists,
  breaking: BREAKING.en,
  machineTranslation: 'Machine translation',
  languages: 'Languages',
  changelogOf: (account: string) => `${account} changelog`,
  newsFrom: (account: string) => `What is new, from ${account}.`,
  atomFeed: 'Subscribe in a feed reader',
  jsonFeed: 'JSON Feed',
  skip: 'Skip to the content',
  madeWith: 'Made with Tidings.',
  list: {
    links: 'Links and feeds',
    copyFeed: 'Copy this address into your feed reader:',
    filter: 'Filter',
    all: 'All',
    search: 'Search',
    searchLabel: 'Search the changelog',
    clear: 'Clear the search',
    pages: 'Pages',
    older: 'Older entries',
    withheld: 'Withheld',
    /** What a search found, with the number of entries. */
    found: (count: number, search: string) =>
      `${count} ${count === 1 ? 'entry' : 'entries'} with “${search}”`,
    /** The accessible name of a link that shows only a date. */
    dated: (title: string, day: string) => `${title}, ${day}`,
    noMatch: 'Nothing matches',
    showAll: 'Show everything',
    empty: 'Nothing announced yet',
    /** The first part becomes a link to the feed. */
    follow: ['Follow the feed', ' to be told of the first entry.'] as [string, string],
  },
  edition: {
    /** Opens the lines of a list that are folded. */
    rest: (more: number) => `${more} more`,
    index: 'In this edition',
    ofYear: (year: string) => `Editions of ${year}`,
    /** The title of the week that begins on this day. It names no year. */
    weekOf: (day: string) => `Week of ${day}`,
    /** The title of a further edition of the same period or release. */
    part: (title: string, number: number) => `${title}, part ${number}`,
    /** A sentence that names the first of the changes, and how many more there are. */
    andMore: (first: string, more: number) =>
      `${first}; and ${more} more ${more === 1 ? 'change' : 'changes'}.`,
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

/** All texts of feeds and the hosted page in one language. Entries are in whatever language the team writes. */
export type PageWords = typeof en
