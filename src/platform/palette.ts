import { readFileSync } from 'node:fs'

type ColourName = 'ground' | 'raised' | 'floating' | 'ink' | 'quiet' | 'accent' | 'on-accent'

/** The style sheet that declares the colours as custom properties, such as `--ground`. */
export const PALETTE_SHEET = new URL('palette.css', import.meta.url)

const declared = new Map(
  readFileSync(PALETTE_SHEET, 'utf8')
    .matchAll(/--([a-z-]{1,30}): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\);/g)
    .map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
)

/** A colour of the palette as `#rrggbb`, for what reads no style sheet: cards and mails. */
export function colour(name: ColourName): { light: string; dark: string } {
  const found = declared.get(name)
  if (!found) throw new Error(`The palette has no colour ${name}.`)
  return found
}
