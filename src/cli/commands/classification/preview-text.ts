import { groupBySection, type Told } from '#changelog/entries/weight.ts'
import type { Chapter, OnPage } from '#changelog/page/chapters.ts'
import { en } from '#changelog/words/en.ts'
import { ansi, day, dayOfMonth, hanging } from '#cli/format.ts'
import {
  isInternal,
  type PreviewItem,
  previewChapters,
  releaseChapter,
  type WeighedItem,
} from '#pipeline/judging/preview.ts'
import { escapeMarkdown, escapeMarkdownBlock } from '#platform/markup/markup.ts'

/** How a changelog is laid out: as Markdown, or for a terminal. */
interface ChangelogStyle {
  title(text: string): string
  month(text: string): string
  section(text: string): string
  /** One entry: in full, or as one line of a list. */
  item(item: Told<WeighedItem>, isFull: boolean): string
  withheld(item: PreviewItem): string
}

/** A changelog by month, newest first, each month ordered by weight; withheld merges come at the end. Ends with a line break. */
export const changelog = (title: string, items: readonly PreviewItem[], style: ChangelogStyle): string =>
  written(title, previewChapters(items), items, style)

/** The notes of one release under its name, ordered by weight; withheld merges come at the end. Ends with a line break. */
export const releaseNotes = (name: string, items: readonly PreviewItem[], style: ChangelogStyle): string =>
  written(name, [releaseChapter(items)], items, { ...style, section: style.month })

function written(
  title: string,
  chapters: readonly Chapter<WeighedItem>[],
  items: readonly PreviewItem[],
  style: ChangelogStyle,
): string {
  const told = ({ entry, others }: OnPage<WeighedItem>) => ({ ...entry, others })
  const section = (name: string, those: readonly Told<WeighedItem>[], isFull: boolean) =>
    `\n${style.section(name)}\n\n${those.map(item => style.item(item, isFull)).join('')}`
  const months = chapters.map(({ heading, highlights, lists }) =>
    [
      heading && `\n${style.month(heading)}\n`,
      ...groupBySection(highlights.map(told)).map(([name, those]) => section(name, those, true)),
      ...lists.map(list => section(list.title, list.entries.map(told), false)),
    ].join(''),
  )
  const withheld = items.filter(isInternal).map(style.withheld)
  const end = withheld.length === 0 ? '' : `\n${style.month(en.list.withheld)}\n\n${withheld.join('')}`
  return `${style.title(title)}\n${months.join('') || '\nNo user-facing changes.\n'}${end}`
}

export const markdown: ChangelogStyle = {
  title: text => `# ${escapeMarkdown(text)}`,
  month: text => `## ${text}`,
  section: text => `### ${text}`,
  item: ({ others, ...item }, isFull) => {
    const links = [item, ...others].map(markdownLink).filter(Boolean).join(', ')
    const { headline } = item.pitch
    const hasBody = isFull && item.hasBody
    const body = hasBody ? `\n${item.pitch.body.replace(/^.+$/gm, line => `  ${escapedLine(line)}`)}` : ''
    return `- ${hasBody ? `**${escapeMarkdown(headline)}**` : escapeMarkdownBlock(headline)}${links && ` (${links})`}${body}\n`
  },
  withheld: item => {
    const link = markdownLink(item)
    return `- ${escapeMarkdownBlock(item.pitch.headline)}${link && ` (${link})`}: *${escapeMarkdown(reasonOf(item))}*\n`
  },
}

function markdownLink({ url, number, commit }: PreviewItem): string {
  const label = number === null ? (commit?.slice(0, 7) ?? '') : `#${number}`
  return url ? `[${label}](${url})` : label
}

const escapedLine = (line: string): string =>
  line.replace(/^(- )?(.*)$/, (_, marker = '', text: string) => marker + escapeMarkdown(text))

const reasonOf = ({ classification }: PreviewItem): string => classification.reason.replace(/\.$/, '')

/** The style for a terminal with lines of `width` characters. */
export const terminalStyle = (width: number): ChangelogStyle => ({
  title: text => ansi(1, text),
  month: text => ansi(1, text),
  section: text => `  ${ansi(36, text)}`,
  item: ({ others, ...item }, isFull) => {
    const facts = [item, ...others].map(one => `${shortReference(one)} · ${dayOfMonth(one.mergedAt)}`)
    const body = isFull && item.hasBody ? item.pitch.body.split('\n').map(line => bodyLine(line, width)) : []
    return [titleLines(item.pitch.headline, facts.join(', '), width), ...body, ''].join('\n')
  },
  withheld: item => {
    const facts = `${shortReference(item)} · ${day(item.mergedAt)}`
    const reason = hanging(reasonOf(item), '    ', '    ', width)
    return `${titleLines(item.pitch.headline, facts, width)}\n${ansi(2, reason)}\n`
  },
})

/** The short reference, such as `#12`, even for a pull request of another repository. */
const shortReference = ({ reference }: PreviewItem): string => reference.replace(/^.*(?=[#@])/, '')

/** The lines of a title, followed by its facts, which go on a line of their own if they do not fit. */
function titleLines(title: string, facts: string, width: number): string {
  const lines = hanging(title, '  • ', '    ', width)
  const last = lines.slice(lines.lastIndexOf('\n') + 1)
  const fits = last.length + 2 + facts.length <= width
  return fits ? `${lines}  ${ansi(2, facts)}` : `${lines}\n${ansi(2, hanging(facts, '    ', '    ', width))}`
}

function bodyLine(line: string, width: number): string {
  if (line === '') return ''
  const [, marker = '', text = ''] = /^([-*] |\d+\. )?(.*)$/.exec(line) ?? []
  return ansi(2, hanging(text, `    ${marker}`, `    ${' '.repeat(marker.length)}`, width))
}
