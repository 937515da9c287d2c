/** Highlights parts of a report on a terminal; changes nothing elsewhere. */
export interface Style {
  strong(text: string): string
  heading(text: string): string
  faint(text: string): string
}

/** The text with an ANSI SGR code, such as 1 for bold or 36 for cyan. */
export const ansi = (code: number, text: string): string => `\u001b[${code}m${text}\u001b[0m`

const plain = (text: string): string => text

export const styleFor = (colour: boolean): Style =>
  colour
    ? {
        strong: text => ansi(1, text),
        heading: text => ansi(36, text),
        faint: text => ansi(2, text),
      }
    : { strong: plain, heading: plain, faint: plain }

export const count = (value: number): string => value.toLocaleString('en')
export const percent = (value: number | null): string =>
  value === null ? '–' : `${Math.round(value * 100)} %`
/** `one merge` or `12 merges`. */
export const counted = (value: number, one: string, many: string): string =>
  value === 1 ? `one ${one}` : `${count(value)} ${many}`
/** `2026-01-31`. */
export const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
/** `2026-01`. */
export const month = (instant: number): string => day(instant).slice(0, 7)
