import { readTitle } from '#judgement/classification/record/title.ts'
import { type Block, blocksOf, isMetadata, withoutAssistants } from '#judgement/text/blocks.ts'
import { plainLine } from '#judgement/text/markup.ts'
import { echoes } from '#judgement/text/sentences.ts'

/** How many characters of a description are read, and how many paragraphs and items may have together. */
const READ = 6_000
const MOST = 600
/** Matches the headings of sections that are for colleagues. */
const FOR_COLLEAGUES =
  /\b(?:test\w*|qa|verif\w*|validat\w*|check ?lists?|related|tasks?|todo|screenshots?|demo|videos?|review\w*|implementation|technical|internals?|follow-?ups?|roll(?:out|back)|deploy\w*|risks?|ref(?:erence)?s?|links|tickets?|(?:linked |fixed )?issues?|(?:type|kind) of changes?|commits|contribut\w+|ai|disclosure|licen[cs]e)\b/i

/**
 * What an author wrote about a merge beyond its title, as Markdown of at most a few paragraphs: without links, the sections, boxes and
 * references that are for colleagues, the subjects of commits, and what only says the title again. Empty if nothing is left.
 */
export function authorsWords({ title, body }: { title: string; body: string }): string {
  const kept: Block[] = []
  let length = 0
  let isForColleagues = false
  for (const block of blocksOf(withoutSubjects(withoutAssistants(body.slice(0, READ))))) {
    const text = plainLine(block.text)
    if (block.kind === 'heading') isForColleagues = FOR_COLLEAGUES.test(text)
    if (block.kind === 'heading' || isForColleagues || isMetadata(block.text)) continue
    if (echoes(readTitle(text).text, readTitle(title).text)) continue
    length += text.length
    if (length > MOST && kept.length > 0) break
    kept.push({ kind: block.kind, text })
  }
  // A line that leads to a list or a picture says nothing without it.
  while (kept.at(-1)?.kind === 'text' && kept.at(-1)?.text.endsWith(':')) kept.pop()
  return kept.map((block, at) => between(kept[at - 1], block) + markdownOf(block)).join('')
}

/** A description without the list of subjects, each a paragraph, that a squash merge makes of the commits of a branch. */
const withoutSubjects = (body: string): string => {
  const text = body.replaceAll('\r\n', '\n').trim()
  if (/^\* .*(?:\n\n|$)/.test(text)) {
    // Of a branch with one commit the rest of its message follows.
    const rest = text.replace(/^\* .*\s*/, '')
    return /^\* /m.test(rest) ? '' : rest
  }
  const at = text.search(/^\* .*\n\n\* /m)
  return at === -1 ? text : text.slice(0, at)
}

const markdownOf = ({ kind, text }: Block): string => (kind === 'item' ? `- ${text}` : text)

const between = (before: Block | undefined, { kind }: Block): string => {
  if (before === undefined) return ''
  return before.kind === 'item' && kind === 'item' ? '\n' : '\n\n'
}
