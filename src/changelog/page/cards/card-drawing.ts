import { plainTitle } from '#changelog/feeds/content.ts'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { readableAccents } from '#changelog/page/html/accent.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { colour } from '#platform/palette.ts'
import { clip } from '#platform/text.ts'
import { type DrawnText, drawnText } from './card-faces.ts'

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
