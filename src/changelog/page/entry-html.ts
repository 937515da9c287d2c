import { imageElement, imageTag, type SizedImage, type SizedRecording } from '#changelog/feeds/content.ts'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { PageWords } from '#changelog/words/words.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { isoOf } from '#platform/clock.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import type { PageEntry } from './page-entries.ts'

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

/** A title with its code spans, as HTML. */
export const titleHtml = (title: string): string =>
  escapeMarkup(title).replace(/`([^`]+)`/g, '<code>$1</code>')

export const linked = (html: string, link: string | null): string =>
  link === null ? html : `<a href="${escapeMarkup(link)}">${html}</a>`

const breakingHtml = ({ breaking }: PageWords): string =>
  `<span class="breaking"><span aria-hidden="true">!</span>${breaking}</span>`

/** A line with the kind and date of an entry, after a mark if it is breaking. `more` is HTML that follows the date. */
export function metaLine(
  entry: Pick<PageEntry, 'kind' | 'isBreaking' | 'language' | 'published'>,
  style: DateStyle,
  more = '',
): string {
  return `<p class="meta" lang="${style.words.language}">${kindHtml(entry, style.words)}${timeElement(entry.published, style)}${more}</p>`
}

/** The kind of an entry, after a mark if it is breaking, and the entry's language if it is not the page's. */
export const kindHtml = (
  { kind, isBreaking, language }: Pick<PageEntry, 'kind' | 'isBreaking' | 'language'>,
  words: PageWords,
): string =>
  `${isBreaking ? breakingHtml(words) : ''}<span class="kind">${glyphOf(kind)}${words.kinds[kind]}</span>${otherLanguageHtml(language, words)}`

/** The name of an entry's language; empty if it is the page's. */
export function otherLanguageHtml(language: string | null, words: PageWords): string {
  if (language === null || new Intl.Locale(language).language === new Intl.Locale(words.language).language)
    return ''
  const name = new Intl.DisplayNames(words.language, { type: 'language' }).of(language) ?? language
  return `<span class="translated" lang="${words.language}">${escapeMarkup(name)}</span>`
}

/** A note that a machine translated the entry and no person has checked it. */
export const translatedHtml = ({ translation }: Pick<PageEntry, 'translation'>, words: PageWords): string =>
  translation === 'machine' ? `<span class="translated">${words.machineTranslation}</span>` : ''

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

/** The `lang` and `dir` attributes of an entry. */
export function languageAttributes(language: string): string {
  const direction = new Intl.Locale(language).getTextInfo().direction ?? 'auto'
  return `lang="${escapeMarkup(language)}" dir="${direction}"`
}

/** The picture or recording of an entry, and its body. Headings of the body become levels below the entry's own. */
export function bodyHtml(
  { image, recording, html }: Pick<PageEntry, 'image' | 'recording' | 'html'>,
  entryLevel: number,
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
  return picture === '' && body === '' ? '' : `<div class="body">${picture}${reachable}</div>`
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
