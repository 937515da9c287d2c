import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { memoizeOnce } from '#platform/cache.ts'

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
export interface DrawnText {
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
export async function drawnText(
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
