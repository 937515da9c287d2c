import { bodilessContent, linked } from '#changelog/feeds/content.ts'
import type { Feed, FeedEntry } from '#changelog/feeds/feed.ts'
import { type PageWords, wordsFor } from '#changelog/words/words.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { entryHtml, languageAttributes } from './entry.ts'
import type { FontAddresses } from './fonts.ts'
import { type PageDocument, pageDocument } from './frame.ts'

/** Renders what a person sees who opens the address of a feed in a browser: the address to copy, and what the feed holds. */
export function feedDocument(feed: Feed, address: string, fonts: FontAddresses): Promise<PageDocument> {
  const words = wordsFor(feed.language)
  const link = feed.page === null ? '' : `<p class="links">${linked(escapeMarkup(feed.page), feed.page)}</p>`
  const empty = `<div class="empty"><h2>${words.list.empty}</h2></div>`
  return pageDocument({
    title: feed.title,
    description: words.list.copyFeed,
    accent: null,
    fonts,
    words,
    isListed: false,
    canonical: null,
    feeds: [],
    body: `<header class="top"><div><h1 ${languageAttributes(feed.titleLanguage)}>${escapeMarkup(feed.title)}</h1>
<p class="intro">${words.list.copyFeed}</p><pre tabindex="0"><code dir="ltr">${escapeMarkup(address)}</code></pre></div>${link}</header>
<main id="content"><div class="entries">${feed.entries.map(entry => articleHtml(entry, feed, words)).join('\n') || empty}</div></main>`,
  })
}

/** An entry, with its title once where readers of the feed get it as the content too. */
const articleHtml = (entry: FeedEntry, { language }: Feed, words: PageWords): string =>
  `<article>${entryHtml(
    {
      ...entry,
      html: entry.html === bodilessContent(entry.title).html ? '' : entry.html,
      items: entry.isEdition ? [entry] : [],
      image: null,
      recording: null,
      pulls: [],
    },
    { timeZone: 'UTC', date: 'long', words, language, level: 2, link: entry.permalink },
  )}</article>`
