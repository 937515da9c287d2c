import { escapeMarkdown } from '#platform/markup/markup.ts'
import type { CoveredPull } from './covered-pulls.ts'
import { normalized, type RankedChange } from './weight.ts'

/** One change of a group: a draft, or a pull request without one. */
export interface GroupedChange extends RankedChange {
  title: string
  body: string
  pulls: readonly CoveredPull[]
}

/** The title and body of a group, put together by rules for a person to edit. */
export interface GroupedCopy {
  title: string
  body: string
}

/** The first change provides title and body; the titles of the others follow as a list. */
export function groupedCopy([lead, ...others]: readonly GroupedChange[]): GroupedCopy {
  if (!lead) throw new Error('A group is never empty.')
  const seen = new Set([normalized(lead.title)])
  const lines = others.flatMap(({ title }) => {
    if (seen.has(normalized(title))) return []
    seen.add(normalized(title))
    return [`- ${escapeMarkdown(title)}`]
  })
  return { title: lead.title, body: [lead.body, lines.join('\n')].filter(Boolean).join('\n\n') }
}
