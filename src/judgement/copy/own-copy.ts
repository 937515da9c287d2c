import { withoutListMark } from '#judgement/copy/text/markup.ts'
import { covers, echoes } from '#judgement/copy/text/sentences.ts'
import { subjectOfCommit } from '#pulls/commit-footers.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { bodyOf, leadOf, readDescription } from './description/body.ts'
import { withoutSquashedCommits } from './description/passages.ts'
import { type Upgrade, upgradeOf } from './description/steps.ts'
import { spokenToReader } from './description/voice.ts'
import { type Copy, HEADLINE_LIMIT } from './pitch.ts'
import { asElsewhere } from './title/case.ts'
import { beforeLastWord, DANGLING, shorten } from './title/fit.ts'
import { titleSentence } from './title/headline.ts'
import { bareTitle } from './title/prefix.ts'
import { branchWords, isThin, saysNothing, withoutTickets } from './title/thin.ts'

type Source = Pick<MergedPull, 'repo' | 'title' | 'body' | 'commits'>

/** A pitch from the title, and from the description where that speaks to customers. */
export function ownCopy(pull: Source): Copy {
  const { title: given, body } = rejoined(pull)
  const title = withoutListMark(given)
  const written = branchWords(title) ?? title
  const sentence = asElsewhere(titleSentence(written), bareTitle(written).text, namesIn(pull))
  const isFix = tellsFix(title)
  const description = readDescription(
    withoutSquashedCommits(body, title),
    title,
    isFix || MENDS.test(sentence),
  )
  const upgrade = upgradeOf({ body, commits: pull.commits })
  const led = isThin(sentence) ? leadOf(description) : null
  const lead = led !== null && BREAKS.test(led) ? null : led
  const best = withoutStop(lead ?? (saysNothing(sentence) ? instead(pull, sentence) : sentence))
  const headline = shorten(spokenToReader(best), HEADLINE_LIMIT)
  const isCut = !covers(headline, best) && (headline.endsWith('…') || description.told.length === 0)
  const sentences = [...(isCut ? [best] : []), ...upgrade.told].map(text => ({ ...NEWS, text }))
  const told = bodyOf({ ...description, told: [...sentences, ...description.told] }, headline)
  const spoken = spokenToReader(told)
  const news = echoes(spoken, headline) ? '' : spoken
  return { headline, body: [news, stepList(upgrade)].filter(Boolean).join('\n\n') }
}

/** Of "This breaks …" in a description, what it is about is lost; it is a fault. */
const BREAKS = /^(?:breaks?|blocks?|causes?|crash(?:es)?|fails?|hangs?|loses|leads to|results in)\b/i

/** What may spell a name: everything that is written as a sentence, and the repository's own name. */
const namesIn = ({ repo, body, commits }: Source): string =>
  [
    body,
    ...commits,
    ...repo.split(/\W/).map(name => `a ${name.charAt(0).toUpperCase()}${name.slice(1)}`),
  ].join('\n')

const NEWS = { kind: 'now', leans: false, worth: 9 } as const

/** What somebody has to do stays a list, for who follows it step by step. */
const stepList = ({ steps }: Upgrade): string =>
  steps.length === 0 ? '' : `To upgrade:\n\n${steps.map(step => `- ${step}`).join('\n')}`

/** Does the title say that something was mended? */
export const tellsFix = (title: string): boolean => bareTitle(title).verb === 'Fix' || /^\W*fix/i.test(title)

/** Orders that a title gives where something was wrong. */
const MENDS = /^(?:prevent|avoid|don['’]t|do not|stop|resolve|correct|recover|restore|keep)\b/i

/** The headline where neither the title nor a commit says anything. */
export const NOTHING_SAID = 'Various changes'

/** What a title that says nothing leaves to say: its only commit that says something, or the words that it has. */
function instead({ title, commits }: Source, sentence: string): string {
  const subjects = commits
    .map(subjectOfCommit)
    .map(titleSentence)
    .filter(subject => !saysNothing(subject))
  const [only] = subjects.length === 1 && !/^merge /i.test(title) ? subjects : []
  return only ?? (/\p{L}/u.test(withoutTickets(sentence)) ? sentence : NOTHING_SAID)
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

/**
 * Code hosts cut a long title with an ellipsis and go on in the first line of the body, or leave the whole there or in a commit. Where
 * it is in none of them, a word that may be half goes.
 */
export function rejoined({ title, body, commits }: Omit<Source, 'repo'>): { title: string; body: string } {
  const end = /(?:…|\.\.\.)$/.exec(title.trimEnd())
  if (end === null) return { title, body }
  const start = title.slice(0, end.index).trimEnd()
  const [line = '', next = ''] = body.trimStart().split('\n', 2)
  const more = /^(?:…|\.\.\.)(.*)/.exec(line)?.[1]
  if (more !== undefined) return { title: start + more, body: body.trimStart().slice(line.length + 1) }
  const unwrapped = line.length >= 55 && /^[a-z]/.test(next) ? `${line} ${next}` : line
  const rest = [unwrapped, ...commits.map(subjectOfCommit)]
    .map(whole => restOf(whole.slice(0, 600), start))
    .find(Boolean)
  if (rest !== undefined) return { title: start + rest, body }
  // GitHub cuts at 70 characters; of another length, whoever typed the title has ended it so.
  if (title.length !== 70 || !title.endsWith('…')) return { title, body }
  let kept = /\s…$/.test(title) ? start : beforeLastWord(start)
  while (DANGLING.test(kept)) kept = beforeLastWord(kept)
  return { title: `${kept}…`, body }
}

/** What follows the start of a title in a line that tells it whole, with or without a type; empty where it does not. */
function restOf(line: string, start: string): string {
  const whole = bareTitle(line.replace(/^\s*(?:[-*+]\s+)?/, '')).text
  const { text } = bareTitle(start)
  return text.length > 20 && whole.toLowerCase().startsWith(text.toLowerCase())
    ? whole.slice(text.length)
    : ''
}
