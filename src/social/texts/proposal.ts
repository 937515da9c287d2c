import type { Entry } from '#changelog/entries/entry.ts'
import { entryContent, plainTitle } from '#changelog/feeds/content.ts'
import { singleSpaced } from '#platform/text.ts'
import type { Limits, Network } from '#social/network.ts'
import type { PostWords } from './post-words.ts'

export interface ProposalInput {
  entry: Pick<Entry, 'title' | 'body'>
  /** The words of the account's writer; null to use the entry's own. */
  written?: PostWords | null
  /** Texts that may replace the entry's own words, the longest first. */
  leads?: readonly string[]
  /** The word for a breaking change, where the entry is one, or of an edition where it has one, with the headline of that. */
  breaking?: { word: string; what: string | null } | null
  link: string | null
  /** Words without the leading #. */
  hashtags: readonly string[]
  limits: Limits
}

/**
 * The text that the machine proposes: the headline, that the change is breaking, what it brings, hashtags if the account wants them, and the link last. Uses the
 * words of the account's writer if there are some and their first sentence fits. Sentences that do not fit are left out entirely; nothing
 * is cut. If not even the headline fits, the text is over the limit and its check says so.
 */
export async function proposeText(
  network: Pick<Network, 'check'>,
  { entry, written = null, leads = [], breaking = null, link, hashtags, limits }: ProposalInput,
): Promise<string> {
  const tags = hashtags.map(word => `#${word}`).join(' ')
  const joinedText = (lead: string, kept: string): string =>
    joined(unlinked(joined(marked(lead, kept, breaking), kept), entry, link), tags, link)
  const fits = (text: string) => network.check(text, limits).faults.length === 0
  const longest = (lead: string, sentences: readonly string[]): string | undefined =>
    shortenings(sentences)
      .map(kept => joinedText(lead, kept))
      .find(fits)
  const byWriter = written && longest(written.lead, written.sentences.map(spaced))
  const instead =
    byWriter ?? leads.map(lead => longest(plainTitle(lead), [])).find(text => text !== undefined)
  if (instead) return instead
  const { title, text } = await entryContent(entry.title, entry.body)
  const headline = plainTitle(title)
  return (
    longest(headline, sentencesOf(text, headline)) ??
    joined(unlinked(marked(headline, '', breaking), entry, link), link)
  )
}

/** The first line of a post, with the word for a breaking change unless the post has it. */
function marked(lead: string, kept: string, breaking: ProposalInput['breaking']): string {
  if (!breaking || `${lead} ${kept}`.toLowerCase().includes(breaking.word.toLowerCase())) return lead
  const { word, what } = breaking
  return what === null || lead.includes(what) ? `${word}: ${lead}` : joined(lead, `${word}: ${what}`)
}

/** All sentences, then ever fewer of them, leaving out from the end. */
const shortenings = (sentences: readonly string[]): string[] =>
  Array.from({ length: sentences.length + 1 }, (_, cut) =>
    sentences
      .slice(0, sentences.length - cut)
      .join('')
      .trim(),
  )

const spaced = (sentence: string): string => `${sentence} `

const joined = (...parts: (string | null)[]): string => parts.filter(part => part).join('\n\n')

const MOST_SENTENCES = 4
const SENTENCE_END = /[.!?…。！？]["”’')\]]*$/
/** Matches the text of a link that says nothing without its address. */
const READ_MORE = /^(?:read|learn|see|find out) more\W*$/i

/**
 * The sentences of the first paragraph, each with the spaces after it; none if the paragraph only repeats the
 * headline, or is a heading, list or code.
 */
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

/**
 * A zero-width space, which is inserted after a sign that would begin a mention, a hashtag or a link. Readers
 * do not see it, but each network counts it.
 */
const BREAK = '\u200B'

/** Text between backticks. */
const CODE = /`([^`\n]{1,500})`/g
/** Code without backticks: a package with its scope, an attribute, or a file whose extension is also a top-level domain. */
const BARE =
  /(?<![\w@/.])@[\w.-]{1,100}\/[\w.-]{1,100}|#!?\[[^\s\]]{1,100}|(?<![\w@/.:-])[\w-]{1,60}\.(?:sh|rs|py|md|pl|cc|mk|so|ps|zip|mov)\b(?![/.]\w)/g
/** The signs with which networks begin a mention, a hashtag, a link or a stock symbol, and what must follow them for that. */
const SIGNS = /[@＠#＃$](?=\S)|(?<=[\p{L}\p{N}_-])\.(?=\p{L})|:(?=\/\/)/gu

/**
 * The text of a post in which nothing that is code or a package in the entry's words becomes a mention, a
 * hashtag or a link. The post's own link stays one.
 */
export function unlinked(text: string, words: { title: string; body: string }, link: string | null): string {
  const source = `${words.title}\n${words.body}`
  const code = [...source.matchAll(CODE)].map(([, one = '']) => one)
  const names = [...new Set([...code, ...(text.match(BARE) ?? [])])]
    .filter(name => name.search(SIGNS) >= 0)
    .toSorted((a, b) => b.length - a.length)
  const parts = link === null ? [text] : text.split(link)
  return parts.map(part => names.reduce(withoutSigns, part)).join(link ?? '')
}

const withoutSigns = (text: string, name: string): string =>
  text.replaceAll(name, () => name.replace(SIGNS, sign => sign + BREAK))
