/** The text with `change` made to all of it but what stands in code spans. */
export const outsideCode = (text: string, change: (prose: string) => string): string =>
  text.includes('`')
    ? text
        .split(/(`[^`]*`)/)
        .map((part, at) => (at % 2 === 1 ? part : change(part)))
        .join('')
    : change(text)

/**
 * The text with `change` made to the code of each span, as CommonMark reads them: a run of backticks opens a span when a later run is as
 * long. Other runs stay. One pass from either end.
 */
export function replaceCode(text: string, change: (code: string) => string): string {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }))
  const closings = closingRuns(runs)
  let written = ''
  let from = 0
  for (let at = 0; at < runs.length; at++) {
    const open = runs[at]
    const next = closings[at]
    const close = next === undefined ? undefined : runs[next]
    if (!open || next === undefined || !close) continue
    written += text.slice(from, open.index) + change(text.slice(open.index + open.length, close.index))
    from = close.index + close.length
    at = next
  }
  return written + text.slice(from)
}

/** For each run of backticks the place of the next one of its length. */
function closingRuns(runs: readonly { length: number }[]): (number | undefined)[] {
  const nearest = new Map<number, number>()
  return runs
    .map(({ length }, at) => ({ length, at }))
    .toReversed()
    .map(({ length, at }) => {
      const next = nearest.get(length)
      nearest.set(length, at)
      return next
    })
    .toReversed()
}

/** For looking at words: with signs in place of letters in code, so that no word of code is taken for one of the sentence. */
export const withCodeBlanked = (text: string): string =>
  text.includes('`') ? text.replace(/`[^`]*`/g, code => code.replace(/[\p{L}\p{N}]/gu, '#')) : text

/** Says nothing besides what stands in code spans. */
export const isOnlyCode = (text: string): boolean => !/\p{L}/u.test(withCodeBlanked(text))
