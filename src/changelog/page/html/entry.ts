import {
  imageElement,
  imageTag,
  linked,
  type SizedImage,
  type SizedRecording,
  titleHtml,
} from '#changelog/feeds/content.ts'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { PageWords } from '#changelog/words/words.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { isoOf } from '#platform/clock.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import type { PageEntry } from '../page-entries.ts'

/** The sign of a kind. It stands beside the kind's word, so that colour or language alone never carries the meaning. */
const glyphOf = (kind: Kind): string =>
  `<svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"><path d="${KIND_FACES[kind].path}"/></svg>`

/** How dates are shown. */
interface DateStyle {
  /** IANA name. */
  timeZone: string
  /** `short` is day and month, as under the heading of a month; `long` is the whole date. */
  date: 'short' | 'long' | 'month' | 'year'
  words: PageWords
}

const DATES = {
  short: { month: 'short', day: 'numeric' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full', timeStyle: 'long' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

export const breakingHtml = ({ breaking, language }: PageWords): string =>
  `<span class="breaking" lang="${language}"><span aria-hidden="true">!</span>${breaking}</span>`

/** A line with the kind and date of an entry, after a mark if it is breaking, and with its language if that is not the page's. `more` is HTML that follows. */
export function metaLine(
  { kind, isBreaking, language, published, items = [] }: MetaFacts,
  { date, ...style }: MetaStyle,
  more = '',
): string {
  const { words } = style
  const said = [
    isBreaking && items.length === 0 ? breakingHtml(words) : '',
    items.length === 0 ? `<span class="kind">${glyphOf(kind)}${words.kinds[kind]}</span>` : '',
    date === null ? '' : timeElement(published, { ...style, date }),
    otherLanguageHtml(language, words),
  ]
  return `<p class="meta">${said.join('')}${more}</p>`
}

type MetaFacts = Pick<PageEntry, 'kind' | 'isBreaking' | 'language' | 'published'> & {
  /** An edition has no kind of its own. */
  items?: readonly unknown[]
}

type MetaStyle = Omit<DateStyle, 'date'> & { date: DateStyle['date'] | null }

/** The name of an entry's language; empty if it is the page's. */
export function otherLanguageHtml(language: string | null, words: PageWords): string {
  if (language === null || new Intl.Locale(language).language === new Intl.Locale(words.language).language)
    return ''
  const name = new Intl.DisplayNames(words.language, { type: 'language' }).of(language) ?? language
  return `<span class="translated">${escapeMarkup(name)}</span>`
}

interface EntryView extends MetaStyle {
  /** BCP 47 tag of the language of entries that name none. */
  language: string
  /** The level of the entry's heading. */
  level: number
  /** The address of the entry's own page; null for a heading without a link. */
  link: string | null
  /** HTML at the end of the line above the heading. */
  more?: string
  /** HTML below the heading that replaces the entry's own body. */
  body?: string
}

/** An entry told in full: its kind and day, its title, its picture, its body, and links to its pull requests. */
export function entryHtml(
  entry: MetaFacts & Pick<PageEntry, 'title' | 'image' | 'recording' | 'html' | 'pulls'>,
  { level, link, more, body, ...view }: EntryView,
): string {
  return `${metaLine(entry, view, more)}
<h${level}${languageOf(entry, view)}>${linked(titleHtml(entry.title), link)}</h${level}>
${body ?? bodyHtml(entry, level, view)}${pullLinksHtml(entry.pulls)}`
}

/** The attributes of an element in an entry's own language; empty if that is the page's. */
export function languageOf(
  { language }: Pick<PageEntry, 'language'>,
  page: Pick<EntryView, 'language' | 'words'>,
): string {
  const own = language ?? page.language
  return own === page.words.language ? '' : ` ${languageAttributes(own)}`
}

/** A day. Its full date and time show on hover. */
export function timeElement(at: number, style: DateStyle): string {
  const full = formatOf('full', style).format(at)
  return `<time datetime="${isoOf(at)}" title="${escapeMarkup(full)}">${dayOf(at, style)}</time>`
}

export const dayOf = (at: number, style: DateStyle): string => formatOf(style.date, style).format(at)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are cached, because making one takes longer than formatting a hundred dates. */
function formatOf(date: keyof typeof DATES, { timeZone, words }: DateStyle): Intl.DateTimeFormat {
  const key = `${date} ${timeZone} ${words.dates}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(words.dates, { ...DATES[date], timeZone })
  formats.set(key, known)
  return known
}

/** Whether a language, a BCP 47 tag, is written from right to left. */
export const isRightToLeft = (language: string): boolean =>
  new Intl.Locale(language).getTextInfo().direction === 'rtl'

/** The arrow before a link back to another page; it points against the direction of writing. */
export const backArrow = ({ language }: PageWords): string => (isRightToLeft(language) ? '→' : '←')

/** The `lang` and `dir` attributes of text in a language. */
export function languageAttributes(language: string): string {
  const direction = new Intl.Locale(language).getTextInfo().direction ?? 'auto'
  return `lang="${escapeMarkup(language)}" dir="${direction}"`
}

/** The picture or recording of an entry, and its body. Headings of the body become levels below the entry's own. */
export function bodyHtml(
  { image, recording, html, language }: Pick<PageEntry, 'image' | 'recording' | 'html' | 'language'>,
  entryLevel: number,
  page: Pick<EntryView, 'language' | 'words'>,
): string {
  const still = image === null ? '' : imageElement(image)
  const picture = recording === null ? still : recordingElement(recording, image)
  const body = html
    .replace(
      /<(\/?)h([2-6])>/g,
      (_, close: string, level: string) => `<${close}h${Math.min(6, Number(level) + entryLevel - 1)}>`,
    )
    .replace(/<(t[hd]) align="(left|right|center)">/g, '<$1 class="$2">')
  // A block that is wider than the page scrolls, so the keyboard must be able to reach it.
  const reachable = body
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  return picture === '' && body === ''
    ? ''
    : `<div class="body"${languageOf({ language }, page)}>${picture}${reachable}</div>`
}

/**
 * A recording that plays when a reader asks for it, without a script. A film has the browser's own controls.
 * A GIF, which would start by itself and never end, lies in an element that opens over its first frame.
 */
function recordingElement(recording: SizedRecording, poster: SizedImage | null): string {
  const url = escapeMarkup(recording.url)
  if (recording.mediaType === 'image/gif' && poster)
    return `<details class="recording"><summary>${imageTag(poster)}</summary><img src="${url}" alt="" width="${poster.width}" height="${poster.height}" loading="lazy"></details>`
  const { width, height } = poster ?? recording
  const still = poster ? `preload="none" poster="${escapeMarkup(poster.url)}"` : 'preload="metadata"'
  return `<p><video src="${url}" controls muted playsinline ${still} width="${width}" height="${height}" aria-label="${escapeMarkup(recording.alt)}"></video></p>`
}

/** Links to the pull requests, by owner, name and number. */
export const pullLinksHtml = (pulls: readonly string[]): string =>
  pulls.length === 0
    ? ''
    : `<p class="pulls">${pulls.map(url => `<a dir="ltr" href="${escapeMarkup(url)}" rel="nofollow noopener">${escapeMarkup(shortName(url))}</a>`).join(' ')}</p>`

/** The short name of a pull request's page, such as `acme/app #812`; any other address is unchanged. */
function shortName(url: string): string {
  const [, repo, number] =
    /^https?:\/\/[^/]+\/(.+?)\/(?:-\/)?(?:pulls?|merge_requests)\/(\d+)$/.exec(url) ?? []
  return repo && number ? `${repo} #${number}` : url
}
