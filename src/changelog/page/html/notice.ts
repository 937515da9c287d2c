import { escapeMarkup } from '#platform/markup/markup.ts'
import { backArrow } from './entry.ts'
import { type Frame, type PageDocument, pageDocument } from './frame.ts'
import { searchHtml } from './list.ts'

/** A page with one sentence, shown instead of what was requested. */
export interface Notice extends Pick<Frame, 'accent' | 'fonts' | 'words'> {
  sentence: string
  explanation: string
  /** The page to continue with; null for none. */
  back: { title: string; href: string } | null
  /** Whether to offer a search of that page. */
  isSearchable?: boolean
}

/** A document for an address without content. Search engines are asked not to list it. */
export function noticeDocument({
  sentence,
  explanation,
  back,
  isSearchable = false,
  accent,
  fonts,
  words,
}: Notice): Promise<PageDocument> {
  const link =
    back === null
      ? ''
      : `<p><a href="${escapeMarkup(back.href)}">${backArrow(words)} ${escapeMarkup(back.title)}</a></p>`
  const search =
    back !== null && isSearchable ? searchHtml({ address: back.href, kind: null, search: '' }, words) : ''
  return pageDocument({
    title: sentence,
    description: explanation,
    accent,
    fonts,
    words,
    isListed: false,
    canonical: null,
    feeds: [],
    body: `<main id="content" class="notice"><h1>${escapeMarkup(sentence)}</h1><p>${escapeMarkup(explanation)}</p>${search}${link}</main>`,
  })
}
