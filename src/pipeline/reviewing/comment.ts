import type { Judged } from '#pipeline/judging/judged.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { QuestionName, ReviewQuestion } from './questions.ts'

// Everything here is our own text, except the words for customers, which are in code spans: there, no host
// interprets a link, a mention, a reference, a command or markup.

const QUESTIONS: Record<QuestionName, string> = {
  words: 'What can people do now, or what no longer happens?',
  steps: 'It breaks something that people have: what must they do?',
  flag: 'Is it behind a feature flag, and which?',
  picture: 'What does it look like? A screenshot helps whoever announces it.',
}

/** What a review says about a pull request, in Markdown that all code hosts render alike. */
export function commentOf(judged: Judged, questions: readonly ReviewQuestion[]): string {
  if (questions.length === 0) return `${reviewWords(judged)}\n\nNothing is asked any more. Thank you.`
  const names = questions.map(({ name }) => name)
  return [
    reviewWords(judged),
    `**${names.length === 1 ? 'One thing' : 'Two things'} that only you may know:**`,
    names.map(name => `- ${QUESTIONS[name]}`).join('\n'),
    'To answer, copy this into the description of the pull request and fill it in:',
    `\`\`\`\`markdown\n${blocksFor(new Set(names)).join('\n\n')}\n\`\`\`\``,
    '_Tidings asks seldom. Without an answer nothing is held up: somebody words it later._',
  ].join('\n\n')
}

/** A template that the author copies and fills in. Unchanged, it counts as saying nothing. */
function blocksFor(names: ReadonlySet<QuestionName>): string[] {
  const blocks: string[] = []
  if (names.has('flag')) blocks.push('- [ ] Behind the feature flag `name`')
  if (names.has('words') || names.has('flag'))
    blocks.push(`\`\`\`release-note\n<!-- ${hintFor(names)}\nWrite NONE if they notice nothing. -->\n\`\`\``)
  // If there is a note, nothing else is read, so what people must do belongs in it.
  if (names.has('steps') && !names.has('words'))
    blocks.push('### Breaking changes\n\n<!-- What must people change before they upgrade, and to what? -->')
  if (names.has('picture')) blocks.push('### Screenshot\n\n<!-- Drop a picture here. -->')
  return blocks
}

function hintFor(names: ReadonlySet<QuestionName>): string {
  if (!names.has('words')) return 'If everyone has it at once: what can they do now?'
  const steps = names.has('steps') ? ' And what must they change?' : ''
  return `${QUESTIONS.words} In a sentence or two.${steps}`
}

/** The longest line, since hosts accept comments of about 65,000 characters. */
const LONGEST_LINE = 500

/** What customers will read, its kind and its magnitude. */
export function reviewWords({ pitch, classification }: Judged): string {
  if (pitch === null) return 'This change will not be shown to customers.'
  const { kind, magnitude, isBreaking = false } = classification
  const size = isBreaking ? `${magnitude}, breaking` : magnitude
  const lines = [pitch.headline, ...pitch.body.split('\n')].map(safeLine).filter(line => line !== '')
  const said = lines.map(line => `> ${codeSpan(clip(line, LONGEST_LINE))}`).join('\n>\n')
  return `**What customers will read** (${kind}, ${size})\n\n${said}`
}

/** A line as a code span, with more backticks around it than it contains in a row. */
function codeSpan(line: string): string {
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`
}
