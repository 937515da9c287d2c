import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PageWords } from '#changelog/words/words.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { colour, PALETTE_SHEET } from '#platform/palette.ts'
import { readableAccents } from './accent.ts'
import { isRightToLeft } from './entry.ts'
import type { FontAddresses } from './fonts.ts'

/** The parts of a document around its content, the same for all pages. All text is plain unless it says HTML. */
export interface Frame {
  /** The title of the document, as the browser's tab shows it. */
  title: string
  description: string
  /** The accent colour as `#rrggbb`; null for the default one. */
  accent: string | null
  /** The address of the icon that the browser's tab shows. */
  icon?: string | null
  /** Null to use the typefaces of the reader's system. */
  fonts: FontAddresses | null
  isListed: boolean
  /** The address of the document for people; null if it has none. */
  canonical: string | null
  feeds: readonly FeedLink[]
  /** Further elements of the head, as trusted HTML. */
  head?: string
  /** The content, as trusted HTML. */
  body: string
  /** Whether the foot of the document links to the feeds, because its content does not. */
  hasFeedsAtEnd?: boolean
  /** The words of the interface. */
  words: PageWords
}

/** A feed of the same entries. */
export interface FeedLink {
  label: string
  mediaType: string
  href: string
}

/** A rendered document, and the sources that its Content-Security-Policy must allow. */
export interface PageDocument {
  html: string
  /** The source expression of its one style element, such as `'sha256-…'`. */
  styleSource: string
}

const styles = memoizeOnce(async () => {
  const own = [
    'type.css',
    'entry.css',
    'lines.css',
    'edition.css',
    'navigation.css',
    'layout.css',
    'print.css',
  ]
  const sheets = [PALETTE_SHEET, ...own.map(name => new URL(name, import.meta.url))]
  const texts = await Promise.all(sheets.map(sheet => readFile(sheet, 'utf8')))
  return texts.join('').replace(/\s+/g, ' ')
})

/** Renders a whole HTML document: one style element, no script, nothing from another host. */
export async function pageDocument(frame: Frame): Promise<PageDocument> {
  const { words } = frame
  const style = fontFaces(frame.fonts) + (await styles()) + accentRule(frame.accent)
  const html = `<!doctype html>
<html lang="${words.language}"${directionOf(words)}>
<head>
<meta charset="utf-8">
<title>${escapeMarkup(frame.title)}</title>
<meta name="description" content="${escapeMarkup(frame.description)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${colour('ground').light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${colour('ground').dark}" media="(prefers-color-scheme: dark)">
<meta name="referrer" content="no-referrer">
${iconLink(frame.icon ?? null)}${frame.isListed ? '' : '<meta name="robots" content="noindex">\n'}${canonicalLink(frame.canonical)}${frame.feeds.map(feedLink).join('')}${frame.head ?? ''}<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
${frame.body}
<footer>${frame.hasFeedsAtEnd ? frame.feeds.map(feedAnchor).join('') : ''}<span>${words.madeWith}</span></footer>
</body>
</html>
`
  return { html, styleSource: `'sha256-${createHash('sha256').update(style).digest('base64')}'` }
}

/** The `dir` attribute, which only pages in right-to-left languages need. */
const directionOf = ({ language }: PageWords): string => (isRightToLeft(language) ? ' dir="rtl"' : '')

const iconLink = (address: string | null): string =>
  address === null ? '' : `<link rel="icon" href="${escapeMarkup(address)}">\n`

const canonicalLink = (address: string | null): string =>
  address === null ? '' : `<link rel="canonical" href="${escapeMarkup(address)}">\n`

const feedLink = ({ label, mediaType, href }: FeedLink): string =>
  `<link rel="alternate" type="${escapeMarkup(mediaType)}" title="${escapeMarkup(label)}" href="${escapeMarkup(href)}">\n`

const feedAnchor = ({ label, href }: FeedLink): string =>
  `<a href="${escapeMarkup(href)}">${escapeMarkup(label)}</a>`

/** The rule for a team's own accent colour, which takes the place of the palette's. */
const accentRule = (accent: string | null): string => {
  if (accent === null) return ''
  const { light, dark } = readableAccents(accent)
  return `:root{--accent:light-dark(${light},${dark})}`
}

const fontFaces = (fonts: FontAddresses | null): string =>
  fonts === null ? '' : fontFace('Serif', fonts.serif) + fontFace('Sans', fonts.sans)

const fontFace = (family: string, address: string): string =>
  `@font-face{font-family:"${family}";src:url("${address}") format("woff2");font-weight:200 900;font-display:swap}`
