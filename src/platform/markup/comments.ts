/** Without `<!-- … -->`: what a template tells its authors is not what they wrote. One that never ends hides the rest. */
export const withoutComments = (text: string): string =>
  withoutStretches(text, '<!--', open => {
    const close = text.indexOf('-->', open)
    return close === -1 ? -1 : close + 3
  })

/** Without what begins with `opening` and goes up to where `endOf` its place says, which is to the end where that is -1. */
export function withoutStretches(text: string, opening: string, endOf: (open: number) => number): string {
  let kept = ''
  let from = 0
  for (let open = text.indexOf(opening); open !== -1; open = text.indexOf(opening, from)) {
    kept += text.slice(from, open)
    from = endOf(open)
    if (from === -1) return kept
  }
  return kept + text.slice(from)
}
