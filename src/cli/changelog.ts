import { byWeight, inSections, SECTIONS } from '#changelog/entries/sections.ts'
import { isInternal, type PreviewItem } from '#pipeline/judging/preview.ts'
import { isoOf } from '#platform/clock.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'
import { singleSpaced } from '#platform/text.ts'

/** How a changelog is set: as Markdown to paste, or for the eyes on a terminal. */
export interface Typesetting {
  title(text: string): string
  heading(text: string): string
  item(item: PreviewItem): string
}

/** A changelog grouped by kind; within a kind the biggest first, then the newest. Ends with a line break. */
export function changelog(title: string, items: readonly PreviewItem[], set: Typesetting): string {
  const sections = inSections(items.map(item => ({ ...item.classification, ...item }))).map(
    ([kind, changes]) =>
      `\n${set.heading(SECTIONS[kind])}\n\n${changes.toSorted(byWeight).map(set.item).join('')}`,
  )
  return `${set.title(title)}\n${sections.join('') || '\nNothing that customers would notice.\n'}`
}

export const markdown: Typesetting = {
  title: text => `# ${escapeMarkdown(text)}`,
  heading: text => `## ${text}`,
  item: ({ pitch, url, number, commit, classification }) => {
    const label = number === null ? (commit?.slice(0, 7) ?? '') : `#${number}`
    const link = url ? ` ([${label}](${url}))` : label && ` (${label})`
    const body = pitch.body && `\n  ${escapeMarkdown(singleSpaced(pitch.body))}`
    const mark = isInternal({ classification })
      ? ` *(withheld: ${escapeMarkdown(reasonOf(classification))})*`
      : ''
    return `- ${bold(escapeMarkdown(pitch.headline), pitch.body !== '')}${link}${mark}${body}\n`
  },
}

const reasonOf = ({ reason }: PreviewItem['classification']): string => reason.replace(/\.$/, '')

/** A headline stands out only where more follows. */
const bold = (text: string, on: boolean): string => (on ? `**${text}**` : text)

const ansi = (code: number, text: string): string => `\u001b[${code}m${text}\u001b[0m`

export const terminal: Typesetting = {
  title: text => ansi(1, text),
  heading: text => ansi(36, text),
  item: ({ pitch, reference, mergedAt, classification }) => {
    const facts = ansi(2, `${reference.replace(/^.*(?=[#@])/, '')} · ${isoOf(mergedAt).slice(0, 10)}`)
    const body = pitch.body && `\n    ${ansi(2, singleSpaced(pitch.body))}`
    const mark = isInternal({ classification })
      ? `\n    ${ansi(33, 'withheld:')} ${ansi(2, reasonOf(classification))}`
      : ''
    return `  • ${pitch.headline}  ${facts}${mark}${body}\n`
  },
}
