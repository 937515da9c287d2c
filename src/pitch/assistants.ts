const OPENS = '<!-- This is an auto-generated comment'
const CLOSES = '<!-- end of auto-generated comment'
/** The same where the comments around it were lost. */
const HEADING = /^#{1,6} *Summary by (?:CodeRabbit|Sourcery|Copilot|Cubic|Greptile|Qodo)\b/im

/** A description without the summary that an assistant put below it: nobody of the team wrote that. */
export function withoutAssistants(text: string): string {
  const marked = withoutMarked(text)
  const heading = marked.includes('# Summary by ') ? HEADING.exec(marked) : null
  return heading === null ? marked : marked.slice(0, heading.index)
}

function withoutMarked(text: string): string {
  let kept = ''
  let from = 0
  for (let open = text.indexOf(OPENS); open !== -1; open = text.indexOf(OPENS, from)) {
    kept += text.slice(from, open)
    const close = text.indexOf(CLOSES, open)
    if (close === -1) return kept
    from = close
  }
  return kept + text.slice(from)
}
