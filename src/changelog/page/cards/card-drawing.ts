import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { plainTitle } from '#changelog/feeds/content.ts'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { readableAccents } from '#changelog/page/html/accent.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { colour } from '#platform/palette.ts'
import { clip } from '#platform/text.ts'

/** The contents of the card of an entry, or of the list of entries. */
export interface Card {
  /** Null for the list's card. */
  entry: { title: string; kind: { name: Kind; label: string } | null; leads: readonly string[] } | null
  pageTitle: string
  /** The introduction of the page, for the list's card. */
  intro?: string | null
  /** BCP 47. */
  language: string
  /** The accent colour as `#rrggbb`; null for the default one. */
  accent: string | null
}

const WIDTH = 1200
const HEIGHT = 630
/** The most characters of a line of leads. */
const LEAD = 58

/** The accent colour on the card's light ground. */
const accentOf = ({ accent }: Card): string =>
  accent === null ? colour('accent').light : readableAccents(accent).light

/** Loading the library takes a tenth of a second and some memory, so it is loaded when the first card is asked for. */
const library = memoizeOnce(async () => (await import('satori')).default)

type Satori = Awaited<ReturnType<typeof library>>

/** The tasks of the thread that draws cards. */
export const cardTasks = {
  /** Draws a card as an SVG document of 1200 × 630 pixels. */
  async draw(card: Card, begin: () => void): Promise<string> {
    const [satori, texts] = [await library(), await textsOf(card, new Set())]
    begin()
    const missing = new Set<string>()
    const svg = await drawn(satori, card, texts, missing)
    return missing.size === 0 ? svg : drawn(satori, card, await textsOf(card, missing), new Set())
  },
}

/** Draws the card, and adds the letters that no font has to `missing`. */
function drawn(
  satori: Satori,
  card: Card,
  texts: readonly CardText[],
  missing: Set<string>,
): Promise<string> {
  const fonts = texts.flatMap(({ drawn }) => drawn.fonts)
  return satori(layoutOf(card, texts) as never, {
    width: WIDTH,
    height: HEIGHT,
    fonts: [...new Map(fonts.map(font => [font.name, font])).values()],
    async loadAdditionalAsset(_language, letters) {
      for (const letter of letters) missing.add(letter)
      return []
    },
  })
}

interface CardText {
  drawn: DrawnText
  size: number
  color: string
  /** The kind whose sign is drawn before the text. */
  kind?: Kind
}

/** The texts of a card from top to bottom. A text with letters that no font has is left out; the page's name replaces such a headline. */
async function textsOf(card: Card, missing: ReadonlySet<string>): Promise<CardText[]> {
  const { entry, pageTitle, intro, language } = card
  const write = (text: string, limit: number) => drawnText(clip(text, limit), language, missing)
  const name = await write(pageTitle, entry === null ? 120 : 60)
  const title = entry && (await write(plainTitle(entry.title), 120))
  const small = (drawn: DrawnText | null, color: string, sign?: Kind) =>
    drawn ? [{ drawn, size: 36, color, kind: sign }] : []
  const kind = entry?.kind ?? null
  const large = title ?? name
  const leads = await Promise.all((entry?.leads ?? []).map(lead => write(plainTitle(lead), LEAD)))
  return [
    ...small(kind && (await write(kind.label, 60)), accentOf(card), kind?.name),
    ...(large ? [{ drawn: large, size: large.text.length > 60 ? 60 : 76, color: colour('ink').light }] : []),
    ...leads.flatMap(lead => small(lead, colour('ink').light)),
    ...small(title ? name : entry === null && intro ? await write(intro, 200) : null, colour('quiet').light),
  ]
}

const layoutOf = (card: Card, texts: readonly CardText[]) =>
  box(
    {
      flexDirection: 'column',
      justifyContent: texts.length > 1 ? 'space-between' : 'center',
      width: WIDTH,
      height: HEIGHT,
      padding: 72,
      boxSizing: 'border-box',
      background: colour('ground').light,
      borderLeft: `24px solid ${accentOf(card)}`,
    },
    texts.map(textBox),
  )

function textBox({ drawn: { text, fonts, isThin, direction }, size, color, kind }: CardText) {
  const words = box(
    {
      color,
      fontSize: size,
      fontFamily: fonts.map(font => font.name).join(', '),
      lineHeight: isThin || direction === 'rtl' ? 1.35 : 1.15,
      direction,
      ...(size > 36 && !isThin && direction === 'ltr' && { letterSpacing: '-0.018em' }),
      ...(isThin && { WebkitTextStroke: `${size * 0.04}px ${color}` }),
    },
    text,
  )
  return kind ? box({ alignItems: 'center', gap: 14 }, [glyphOf(kind, color), words]) : words
}

const glyphOf = (kind: Kind, color: string) => ({
  type: 'svg',
  props: {
    ...{ width: 34, height: 34, viewBox: '0 0 16 16', fill: 'none' },
    ...{ stroke: color, strokeWidth: 1.7, strokeLinecap: 'round', strokeLinejoin: 'round' },
    children: { type: 'path', props: { d: KIND_FACES[kind].path } },
  },
})

const box = (style: Record<string, string | number>, children: unknown) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

/** A typeface for a script. Its package splits it into files for ranges of letters. */
interface Face {
  package: string
  /** How the names of its files end. */
  style: '600-normal' | 'wght-normal'
  /** The font is drawn in its thinnest weight, so its letters need an outline to look as heavy as the others. */
  isThin: boolean
}

const SERIF = face('@fontsource/source-serif-4', '600-normal')
/** This typeface draws Arabic letters as a whole. In one that places dots separately, such as Noto's, they end up on the wrong letters. */
const ARABIC = face('@fontsource/ibm-plex-sans-arabic', '600-normal')
const HEBREW = face('@fontsource/noto-sans-hebrew', '600-normal')
const JAPANESE = face('@fontsource-variable/noto-sans-jp', 'wght-normal')
const KOREAN = face('@fontsource-variable/noto-sans-kr', 'wght-normal')
const CHINESE = face('@fontsource-variable/noto-sans-sc', 'wght-normal')

function face(name: string, style: Face['style']): Face {
  return { package: name, style, isThin: style === 'wght-normal' }
}

/** A font in the form that `satori` takes. */
interface CardFont {
  name: string
  weight: 600
  style: 'normal'
  data: Buffer
}

/** A text with the fonts that draw it, in the order in which its letters are looked up. */
interface DrawnText {
  text: string
  fonts: CardFont[]
  isThin: boolean
  direction: 'ltr' | 'rtl'
}

const PICTOGRAPH = /\p{Extended_Pictographic}\uFE0F?/gu
/** A character that may be left out of a text without changing what it says. */
const SIGN = /^[\p{S}\p{P}\p{M}\p{C}\p{Z}]$/u

/**
 * The fonts for a text; null if no font has one of its letters, so that nothing is drawn as an empty box.
 * `missing` are letters that the fonts turned out to lack.
 */
async function drawnText(
  given: string,
  language: string,
  missing: ReadonlySet<string>,
): Promise<DrawnText | null> {
  const text = given.replace(PICTOGRAPH, '').trim()
  const faces = facesFor(text, language)
  const fonts = new Map<string, CardFont>()
  let kept = ''
  for (const letter of text) {
    const part = /\s/.test(letter) ? null : missing.has(letter) ? undefined : await partFor(faces, letter)
    if (part === undefined && !SIGN.test(letter)) return null
    if (part === undefined) continue
    kept += letter
    if (part !== null) fonts.set(part, await fontOf(part))
  }
  const isThin = faces.some(one => one.isThin)
  const direction = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? 'rtl' : 'ltr'
  kept = kept.replace(/\s+/g, ' ').trim()
  return kept === '' ? null : { text: kept, fonts: [...fonts.values()], isThin, direction }
}

/**
 * The typefaces for a text, in order. Characters that Chinese, Japanese and Korean share are drawn according
 * to the other letters of the text, or to its language.
 */
function facesFor(text: string, language: string): Face[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [JAPANESE, CHINESE, KOREAN, SERIF]
  if (/\p{Script=Hangul}/u.test(text)) return [KOREAN, CHINESE, SERIF]
  if (/\p{Script=Han}/u.test(text))
    return /^ja\b/.test(language) ? [JAPANESE, CHINESE, SERIF] : [CHINESE, JAPANESE, SERIF]
  return [SERIF, ARABIC, HEBREW]
}

/** The path of the font with the letter, below its package; undefined where none has it. */
async function partFor(faces: readonly Face[], letter: string): Promise<string | undefined> {
  const code = letter.codePointAt(0) ?? 0
  for (const one of faces) {
    const part = (await partsOf(one)).find(({ ranges }) =>
      ranges.some(([first, last]) => code >= first && code <= last),
    )
    if (part) return part.file
  }
  return undefined
}

interface Part {
  file: string
  ranges: [first: number, last: number][]
}

const parts = new Map<Face, () => Promise<Part[]>>()

function partsOf(one: Face): Promise<Part[]> {
  const known = parts.get(one) ?? memoizeOnce(() => readParts(one))
  parts.set(one, known)
  return known()
}

/** The key of a numbered part is in brackets. */
async function readParts({ package: name, style }: Face): Promise<Part[]> {
  const listed: Record<string, string> = JSON.parse(
    (await readFile(fileURLToPath(import.meta.resolve(`${name}/unicode.json`)))).toString(),
  )
  const family = name.slice(name.indexOf('/') + 1)
  return Object.entries(listed).map(([part, ranges]) => ({
    file: `${name}/files/${family}-${part.replace(/^\[(.*)\]$/, '$1')}-${style}.woff2`,
    ranges: ranges.split(',').map(range => {
      const [first = '', last = first] = range.slice(2).split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    }),
  }))
}

const fonts = new Map<string, () => Promise<CardFont>>()

function fontOf(file: string): Promise<CardFont> {
  const known =
    fonts.get(file) ??
    memoizeOnce(async () => ({
      name: file.replace(/\W+/g, '-').slice(1),
      weight: 600 as const,
      style: 'normal' as const,
      data: await readFile(fileURLToPath(import.meta.resolve(file))),
    }))
  fonts.set(file, known)
  return known()
}
