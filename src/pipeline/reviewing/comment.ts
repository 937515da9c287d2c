import type { Judged } from '#pipeline/judging/editor.ts'
import { safeLine } from '#platform/text.ts'
import type { Question, QuestionName } from './questions.ts'

// Everything here is our own text, but for the words for customers, which stand in code spans: in one, no host reads a link, a mention, a
// reference, a command or markup.

/** A question, and what the author copies into the description to answer it. */
interface Form {
  question: string
  block: string
}

const NOTE = (hint: string): string =>
  `\`\`\`release-note\n<!-- ${hint} NONE if they notice nothing. -->\n\`\`\``
const WORDS =
  'In a sentence or two, for the people who use it: what can they do now, or what no longer happens?'

const FORMS: Record<QuestionName, Form> = {
  words: {
    question: 'What can people do now, or what no longer happens?',
    block: NOTE(WORDS),
  },
  steps: {
    question: 'It breaks something that people have: what must they do?',
    block: '### Breaking changes\n\n<!-- What must people change before they upgrade, and to what? -->',
  },
  flag: {
    question: 'Is it behind a feature flag, and which?',
    block: '- [ ] Behind the feature flag `name`',
  },
  picture: {
    question: 'What does it look like? A screenshot helps whoever announces it.',
    block: '### Screenshot\n\n<!-- Drop a picture here. -->',
  },
}

/** What a review says about a pull request, as Markdown that GitHub, GitLab and Forgejo show alike. */
export function commentOf(judged: Judged, questions: readonly Question[]): string {
  if (questions.length === 0) return `${wordsFor(judged)}\n\nNothing is asked any more. Thank you.`
  const forms = formsOf(questions)
  return [
    wordsFor(judged),
    questions.length === 1
      ? '**One thing that only you may know:**'
      : '**Two things that only you may know:**',
    questions.map(({ name }) => `- ${FORMS[name].question}`).join('\n'),
    'To answer, copy this into the description of the pull request and fill it in:',
    `\`\`\`\`markdown\n${forms.join('\n\n')}\n\`\`\`\``,
    `<sub>${hintFor(questions)}Without an answer nothing is held up: somebody words it later.</sub>`,
  ].join('\n\n')
}

/** Where a note is written, it is all that is read: what people must do belongs into it. */
function formsOf(questions: readonly Question[]): string[] {
  const names = questions.map(({ name }) => name)
  if (!names.includes('words') || !names.includes('steps')) return names.map(name => FORMS[name].block)
  return [NOTE(`${WORDS} And what must they change?`)]
}

const hintFor = (questions: readonly Question[]): string =>
  questions.some(({ name }) => name === 'flag')
    ? 'Tick the box if it is behind a flag; if everyone has it at once, say in a <code>release-note</code> block what they can do now. '
    : ''

/** What customers will read, as which kind and how big. */
export function wordsFor({ pitch, classification }: Judged): string {
  if (pitch === null) return 'Customers will read nothing of this change.'
  const { kind, magnitude, isBreaking = false } = classification
  const size = isBreaking ? `${magnitude}, breaking` : magnitude
  const lines = [pitch.headline, ...pitch.body.split('\n')].map(safeLine).filter(line => line !== '')
  const said = lines.map(line => `> ${codeSpan(line)}`).join('\n>\n')
  return `**What customers will read** (${kind}, ${size})\n\n${said}`
}

/** One line as a code span, which ends only where its own number of backticks follows. */
function codeSpan(line: string): string {
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`
}
