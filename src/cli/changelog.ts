import { type Kind, MAGNITUDES } from '#classification/classification.ts'
import { isoOf } from '#kit/clock.ts'
import type { PreviewItem } from '#pipeline/preview.ts'

/** What stands above the entries of a kind, in the order in which customers care. */
const HEADINGS: Record<Kind, string> = {
  feature: 'New',
  improvement: 'Improved',
  performance: 'Faster',
  fix: 'Fixed',
  security: 'Security',
  deprecation: 'Deprecated',
  removal: 'Removed',
  documentation: 'Documentation',
  maintenance: 'Under the hood',
}

/** How a changelog is set: as Markdown to paste, or for the eyes on a terminal. */
export interface Typesetting {
  title(text: string): string
  heading(text: string): string
  item(item: PreviewItem): string
}

/** A changelog grouped by kind; within a kind the biggest first, then the newest. Ends with a line break. */
export function changelog(title: string, items: readonly PreviewItem[], set: Typesetting): string {
  const groups = Map.groupBy(items, item => item.classification.kind)
  const sections = (Object.keys(HEADINGS) as Kind[])
    .filter(kind => groups.has(kind))
    .map(
      kind =>
        `\n${set.heading(HEADINGS[kind])}\n\n${(groups.get(kind) ?? []).toSorted(byWeight).map(set.item).join('')}`,
    )
  return `${set.title(title)}\n${sections.join('') || '\nNothing that customers would notice.\n'}`
}

const magnitude = (item: PreviewItem): number => MAGNITUDES.indexOf(item.classification.magnitude)

const byWeight = (a: PreviewItem, b: PreviewItem): number =>
  magnitude(b) - magnitude(a) || b.mergedAt - a.mergedAt

export const markdown: Typesetting = {
  title: text => `# ${escapeMarkdown(text)}`,
  heading: text => `## ${text}`,
  item: ({ pitch, url, number, commit }) => {
    const label = number === null ? (commit?.slice(0, 7) ?? '') : `#${number}`
    const link = url ? ` ([${label}](${url}))` : label && ` (${label})`
    const body = pitch.body && `\n  ${escapeMarkdown(pitch.body.replace(/\s*\n\s*/g, ' '))}`
    return `- ${bold(escapeMarkdown(pitch.headline), pitch.body !== '')}${link}${body}\n`
  },
}

/** A headline stands out only where more follows. */
const bold = (text: string, on: boolean): string => (on ? `**${text}**` : text)

/** Text as Markdown that shows just that text: characters with a meaning are escaped, code spans stay code. */
function escapeMarkdown(text: string): string {
  return text
    .split(/(`+[^`]*`+)/)
    .map(part => (part.startsWith('`') ? part : part.replace(/[\\*[\]<>~|]|(?<!\w)_|_(?!\w)/g, '\\$&')))
    .join('')
}

const ansi = (code: number, text: string): string => `\u001b[${code}m${text}\u001b[0m`

export const terminal: Typesetting = {
  title: text => ansi(1, text),
  heading: text => ansi(36, text),
  item: ({ pitch, reference, mergedAt }) => {
    const facts = ansi(2, `${reference.replace(/^.*(?=[#@])/, '')} · ${isoOf(mergedAt).slice(0, 10)}`)
    const body = pitch.body && `\n    ${ansi(2, pitch.body.replace(/\s*\n\s*/g, ' '))}`
    return `  • ${pitch.headline}  ${facts}${body}\n`
  },
}
