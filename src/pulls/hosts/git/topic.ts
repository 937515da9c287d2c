import { firstLine, type Message, withoutNoise } from './message.ts'

/**
 * What a commit outside every pull request tells by itself; null for the noise of merging. A merge of a topic that says what it
 * brings is told in those words; `Merge branch 'main'` alone tells nothing that its commits do not.
 */
export function readTopic(message: Message, isMerge: boolean): Message | null {
  if (!isMerge || !/^merge\b/i.test(message.subject)) return message
  if (/^Merge remote-tracking |^Merge branch '?(?:main|master|trunk|develop)'?\b/.test(message.subject))
    return null
  const told = withoutMergeLog(withoutNoise(message.body))
  return told === '' ? null : titledBy(told)
}

/** `# Conflicts:`, and the `* branch:` lists of merge.log. */
const withoutMergeLog = (body: string) =>
  body
    .replace(/^#? ?Conflicts:\n(?:[#\t ]+\S.*\n?)*/m, '')
    .replace(/^\* \S.*:\n(?: {2}\S.*\n?)*/gm, '')
    .trim()

/** The first sentence of the first paragraph is the title. */
function titledBy(told: string): Message {
  const paragraph = /^[\s\S]*?(?=\n\s*\n|$)/.exec(told)?.[0].replace(/\s+/g, ' ') ?? ''
  if (paragraph.length <= TITLE)
    return { subject: paragraph, body: told.slice(told.indexOf('\n\n') + 1 || told.length).trim() }
  const sentence = /^.{10,}?[.!?](?= [A-Z]|$)/.exec(paragraph)?.[0] ?? firstLine(told).subject
  return { subject: sentence, body: told }
}

/** A first paragraph up to this length is a title already. */
const TITLE = 120
