import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { plainTitle } from '#changelog/feeds/content.ts'
import { WORDS } from '#changelog/feeds/words.ts'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { clip } from '#platform/text.ts'
import { DEFAULT_ACCENT, readableAccents } from './accent.ts'
import type { PageEntry } from './page-entries.ts'

/** What an entry's card says. */
export interface Card {
  entry: Pick<PageEntry, 'title' | 'kind' | 'isBreaking'>
  pageTitle: string
  /** `#rrggbb`; null: the product's own. */
  accent: string | null
}

const WIDTH = 1200
const HEIGHT = 630
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const
/** What the bundled font has letters for; a title in another script would be shown as empty boxes. */
const WRITABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u
const PICTOGRAPH = /\p{Extended_Pictographic}\uFE0F?/gu

/** The library and fonts take a tenth of a second and some memory, so they are loaded when the first card is asked for. */
const painter = memoizeOnce(async () => {
  const [{ default: satori }, fonts] = await Promise.all([
    import('satori'),
    Promise.all(SUBSETS.map(loadFont)),
  ])
  return { satori, fonts }
})

async function loadFont(subset: (typeof SUBSETS)[number]) {
  const file = import.meta.resolve(
    `@fontsource/source-serif-4/files/source-serif-4-${subset}-600-normal.woff`,
  )
  return {
    name: `Serif ${subset}`,
    weight: 600 as const,
    style: 'normal' as const,
    data: await readFile(fileURLToPath(file)),
  }
}

/** The task of the thread that draws cards. */
export const cardTasks = {
  /** Draws a card as an SVG document of 1200 × 630 pixels. */
  async draw(card: Card, begin: () => void): Promise<string> {
    const { satori, fonts } = await painter()
    begin()
    return satori(layoutOf(card) as never, { width: WIDTH, height: HEIGHT, fonts })
  },
}

const FAMILY = SUBSETS.map(subset => `Serif ${subset}`).join(', ')

function layoutOf({ entry, pageTitle, accent }: Card) {
  const title = clip(writable(plainTitle(entry.title)), 120)
  const { light } = readableAccents(accent ?? DEFAULT_ACCENT)
  return box(
    {
      flexDirection: 'column',
      justifyContent: 'space-between',
      width: WIDTH,
      height: HEIGHT,
      padding: 72,
      boxSizing: 'border-box',
      background: '#fcfaf8',
      color: '#2a2521',
      fontFamily: FAMILY,
      borderLeft: `24px solid ${light}`,
    },
    [
      box({ alignItems: 'center', gap: 14, fontSize: 36, color: light }, [
        glyphOf(entry.kind, light),
        `${entry.isBreaking ? `${WORDS.breaking} · ` : ''}${WORDS.kinds[entry.kind]}`,
      ]),
      box({ fontSize: title.length > 60 ? 60 : 76, lineHeight: 1.15, letterSpacing: '-0.018em' }, title),
      box({ fontSize: 36, color: '#655d56' }, clip(writable(pageTitle), 60)),
    ],
  )
}

const glyphOf = (kind: Kind, color: string) => ({
  type: 'svg',
  props: {
    ...{ width: 34, height: 34, viewBox: '0 0 16 16', fill: 'none' },
    ...{ stroke: color, strokeWidth: 1.7, strokeLinecap: 'round', strokeLinejoin: 'round' },
    children: { type: 'path', props: { d: KIND_FACES[kind].path } },
  },
})

const writable = (text: string): string => {
  const plain = text.replace(PICTOGRAPH, '').trim()
  return WRITABLE.test(plain) ? plain : ''
}

const box = (style: Record<string, string | number>, children: unknown) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})
