import { type Block, blocksOf } from '#judgement/text/blocks.ts'
import { isOnlyCode, plainLine, tidy, withoutListMark } from '#judgement/text/markup.ts'
import { echoes, punctuated, repeats, sentencesOf, withoutLabel } from '#judgement/text/sentences.ts'
import { shorten } from '#judgement/text/shorten.ts'
import { writtenTitle } from '#judgement/title/host-made.ts'
import { bareTitle } from '#judgement/title/prefix.ts'
import { withoutReferences } from '#judgement/title/references.ts'
import { singleSpaced } from '#platform/text.ts'
import { fits } from '../judgement/text/shorten.ts'
import { sentenceCase, withoutPrefix } from './headline.ts'
import { type Copy, HEADLINE_LIMIT } from './pitch.ts'

const MOST = 3
const READ = 6_000
/** The longest sentence of a further note beside the leading one. */
const LONGEST = 200
/** Matches credits, which belong on the repository's page and not in the news. */
const CREDIT = /^(?:\W*)(?:contributed by|thanks|thank you|thx|kudos|credits?|reported by|by)\b/i
/** Matches the trailers that hosts add to a commit's message. */
const TRAILER = /^(?:[A-Z][a-z]+-)+by:\s/i
/** Matches the kind of a change on a line of its own above the sentences. */
const KIND_ALONE =
  /^(?:new features?|features?|bug ?fix(?:es)?|fix(?:es)?|chores?|tests?|docs|documentation|styles?|refactor(?:ing)?|improvements?|enhancements?|performance|breaking changes?|highlights)$/i
/** Matches a sentence that leads to another page. */
const LEADS_AWAY =
  /^(?:see|refer to|read more|learn more|for more|for (?:further|additional) (?:details|information))\b/i
/** Matches a role of reStructuredText: `:func:\`totals <shop.totals>\`` becomes the code that it shows. */
const ROLE = /:(?:[a-z]+:){1,2}`~?([^`<]*)(?:<[^`>]*>)?`/g
/** Matches the number of an issue as a link, which is treated like the bare number. */
const LINKED = /\[(#\d+)\]\([^()\s]*\)/g
/** Matches a link of reStructuredText: `` `the guide <https://example.com>`_ ``. */
const EXTERNAL_LINK = /`([^`<>]{1,100}?) ?<https?:\/\/[^`<>\s]+>`__?/g
/** Matches a link whose address stands elsewhere in the file. */
const REFERENCE_LINK = /(?<=\s)\[([^[\]]{1,100})\]\[[^[\]]{1,60}\]/g
const PACKAGE = /^(?:\*\*|__)[^*_]{1,60}(?:\*\*|__)\s?:\s*(?=\S)|^(?:\*\*|__)[^*_]{1,60}:(?:\*\*|__)\s*/

/**
 * The team's note as a pitch. Its first sentence is the headline, the next ones follow and, if there is room,
 * the first sentences of `others`. Null if it contained only markup.
 */
export function teamCopy(note: string, others: string[] = []): Copy | null {
  const [led, ...more] = noteSentences(note.slice(0, READ))
  if (led === undefined) return null
  const first = withoutListMark(led).replace(/(?<![\s.:–—-])[\s.:–—-]+$/, '')
  const headline = shorten(first, HEADLINE_LIMIT)
  const body = fits(first, HEADLINE_LIMIT) ? more : [first, ...more]
  const besides = body.length < MOST ? firstSentences(others).filter(said => !repeats(said, led)) : []
  const told = [...new Set([...body, ...besides])].slice(0, MOST)
  const news = told.map(punctuated).join(' ')
  return { headline, body: echoes(news, headline) ? '' : news }
}

/** The first sentence of each note, if it is short enough to be one of several. */
const firstSentences = (notes: string[]): string[] =>
  notes
    .slice(0, 2 * MOST)
    .flatMap(note => noteSentences(note.slice(0, READ)).slice(0, 1))
    .filter(sentence => sentence.length <= LONGEST)

function noteSentences(note: string): string[] {
  const sentences = [...blocksOf(separated(note))]
    .filter(({ kind }, at) => at === 0 || kind !== 'heading')
    .filter(
      ({ text }, at, [first]) => !isOnlyCode(text) || (at === 1 && first !== undefined && leadsOn(first)),
    )
    .map(({ text }, at) =>
      withoutPrefix(withoutAsides(withoutMarkup(at === 0 ? writtenTitle(text) : text)).replace(PACKAGE, '')),
    )
    .flatMap(text =>
      isOnlyCode(text) ? [text.replaceAll('` `', '`, `')] : sentencesOf(plainLine(text)).map(withoutLabel),
    )
    .filter(isNews)
    .map((sentence, at) =>
      sentenceCase(tidy(at === 0 ? withoutReferences(sentence) : withoutMentions(sentence))),
    )
    .filter((sentence, at) => /[\p{L}\p{N}]/u.test(sentence) && (at === 0 || !sentence.endsWith(':')))
  return [
    ...new Map(sentences.toReversed().map(said => [said.replace(/(?<![.!:])[.!:]+$/, ''), said])).values(),
  ].toReversed()
}

/** Whether a block continues with a list of names, such as "Add the commands:". */
const leadsOn = ({ kind, text }: Block): boolean => kind === 'heading' || /(?::|e\.g\.)$/.test(text)

const isNews = (sentence: string, at: number): boolean =>
  /\p{L}/u.test(sentence) &&
  !KIND_ALONE.test(sentence.replace(/[.:]$/, '')) &&
  !CREDIT.test(sentence) &&
  !TRAILER.test(sentence) &&
  (at === 0 || !(LEADS_AWAY.test(sentence) || REFERENCE.test(sentence)))

/**
 * Separates several notes that were joined by line breaks. A line break ends a paragraph after the end of a sentence, or before a capital.
 */
function separated(note: string): string {
  const lines = note.split('\n')
  return lines
    .map((line, at) => (endsNote(singleSpaced(line), singleSpaced(lines[at + 1] ?? '')) ? `${line}\n` : line))
    .join('\n')
}

const endsNote = (line: string, next: string): boolean =>
  /[.!?:]$/.test(line) || (beginsNote(next) && line.length < 100)

const beginsNote = (line: string): boolean => /^[A-Z*]/.test(line) || bareTitle(line).text !== line

const NUMBER = String.raw`[\w./-]*#\d+`
const ADDRESS = String.raw`(?:\[[^[\]]*\]\([^\s()]*\)[,;]?|https?:\/\/[^\s)]+|${NUMBER}(?:[,;]${NUMBER})*[,;]?)`
const ASIDE = new RegExp(String.raw`\s\((?:(?:see|via|in|from)\s)?${ADDRESS}(?:\s${ADDRESS})*\)`, 'gi')
/** Matches a sentence with the number of a pull request or a bare address, which is about the work. */
const REFERENCE = /https?:\/\/|(?:^|\s|\/\w+)#\d+\b/

const withoutMarkup = (text: string): string =>
  text
    .replace(/^["“](?=[^"”]*$)/, '')
    .replace(LINKED, '$1')
    .replace(REFERENCE_LINK, '$1')
    .replace(EXTERNAL_LINK, '$1')
    .replace(ROLE, (_, code: string) => `\`${code.trimEnd()}\``)

const withoutAsides = (text: string): string =>
  text.replace(ASIDE, aside => (/#\d|https?:/.test(aside) && !/\[[^#[\]]*\]\(/.test(aside) ? '' : aside))

const withoutMentions = (text: string): string =>
  text.replace(/,? ?(?:(?:thanks to|thanks|by) )?(?<![\w`])@[\w-]+(?![\w/-])!?/gi, '')
