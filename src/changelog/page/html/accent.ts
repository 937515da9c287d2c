import { colour } from '#platform/palette.ts'

/** The least contrast of links. WCAG 2.2 requires 4.5 (criterion 1.4.3); on the dark background more makes links easier to tell apart. */
const LEAST_CONTRAST = { light: 4.5, dark: 6 }
const STEPS = 40

type Rgb = readonly [red: number, green: number, blue: number]

/** The accent colour adjusted for the light and the dark page: darkened until its contrast is 4.5 : 1, or lightened until it is 6 : 1. */
export const readableAccents = (accent: string): { light: string; dark: string } => ({
  light: shiftedTowards([0, 0, 0], accent, colour('ground').light, LEAST_CONTRAST.light),
  dark: shiftedTowards([255, 255, 255], accent, colour('ground').dark, LEAST_CONTRAST.dark),
})

function shiftedTowards(end: Rgb, accent: string, ground: string, least: number): string {
  const from = channelsOf(accent)
  for (let step = 0; step < STEPS; step++) {
    const mixed = hexOf(mix(from, end, step / STEPS))
    if (contrastOf(mixed, ground) >= least) return mixed
  }
  return hexOf(end)
}

/** The contrast ratio of two colours by WCAG 2.2, from 1 to 21. Both colours are `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(hex => luminance(channelsOf(hex))).sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The relative luminance of a colour by WCAG 2.2. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

const channelsOf = (hex: string): Rgb =>
  [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

const hexOf = (colour: Rgb): string =>
  `#${colour.map(channel => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
