import type { Entry } from '#changelog/entries/entry.ts'
import { entryContent, plainTitle } from '#changelog/feeds/content.ts'
import { singleSpaced } from '#platform/text.ts'
import type { Limits, Network } from '#social/network.ts'

export interface ProposalInput {
  entry: Pick<Entry, 'title' | 'body'>
  link: string | null
  /** Words without #. */
  hashtags: readonly string[]
  limits: Limits
}

/**
 * The text that the machine proposes: the headline, what it brings, hashtags if the account wants them, and the link last. Sentences that
 * do not fit are left out whole; nothing is cut. Where not even the headline fits, the text is over the limit and its check says so.
 */
export async function proposeText(
  network: Pick<Network, 'check'>,
  { entry, link, hashtags, limits }: ProposalInput,
): Promise<string> {
  const { title, text } = await entryContent(entry.title, entry.body)
  const headline = plainTitle(title)
  const sentences = sentencesOf(text, headline)
  const tags = hashtags.map(word => `#${word}`).join(' ')
  for (let kept = sentences.length; kept > 0; kept--) {
    const proposal = joined(headline, sentences.slice(0, kept).join('').trim(), tags, link)
    if (network.check(proposal, limits).faults.length === 0) return proposal
  }
  const full = joined(headline, '', tags, link)
  return network.check(full, limits).faults.length === 0 ? full : joined(headline, '', '', link)
}

const joined = (...parts: (string | null)[]): string => parts.filter(part => part).join('\n\n')

const MOST_SENTENCES = 4
const SENTENCE_END = /[.!?…。！？]["”’')\]]*$/
/** The text of a link, which is none without its address. */
const READ_MORE = /^(?:read|learn|see|find out) more\W*$/i

/** The sentences of the first paragraph, with the spaces behind them; none if it only repeats the headline, or is a heading, list or code. */
function sentencesOf(text: string, headline: string): string[] {
  const [paragraph = ''] = text.trim().split(/\n\s*\n/, 1)
  const line = plainTitle(singleSpaced(paragraph))
  if (/^[ \t]*(?:[-*•]|\d+\.)\s/m.test(paragraph) || !SENTENCE_END.test(line) || line === headline) return []
  const segments = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(line)]
  return segments
    .slice(0, MOST_SENTENCES)
    .map(({ segment }) => segment)
    .filter(sentence => !READ_MORE.test(sentence.trim()))
}
