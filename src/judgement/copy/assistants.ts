import { withoutStretches } from '#platform/markup/markup.ts'

const OPENS = '<!-- This is an auto-generated comment'
const CLOSES = '<!-- end of auto-generated comment'
/** The same where the comments around it were lost. */
const HEADING = /^#{1,6} *Summary by (?:CodeRabbit|Sourcery|Copilot|Cubic|Greptile|Qodo)\b/im

/** A description without the summary that an assistant put below it: nobody of the team wrote that. */
export function withoutAssistants(text: string): string {
  const marked = withoutStretches(text, OPENS, open => text.indexOf(CLOSES, open))
  const heading = marked.includes('# Summary by ') ? HEADING.exec(marked) : null
  return heading === null ? marked : marked.slice(0, heading.index)
}
