/** Without `<!-- … -->`: what a template tells its authors is not what they wrote. One that never ends hides the rest. */
export function withoutComments(text: string): string {
  let kept = ''
  let from = 0
  for (let open = text.indexOf('<!--'); open !== -1; open = text.indexOf('<!--', from)) {
    kept += text.slice(from, open)
    const close = text.indexOf('-->', open)
    if (close === -1) return kept
    from = close + 3
  }
  return kept + text.slice(from)
}
