import type { MergedPull } from '#pulls/pull-request.ts'
import { branchWords, plainSentence, saysNothing, tellsMerge } from './empty-titles.ts'
import { fitted } from './fitted.ts'
import { titleSentence } from './headline.ts'
import { customerSentences, tellsDeed } from './prose.ts'
import { rejoined } from './rejoined.ts'
import { punctuated, sentencesOf } from './sentences.ts'
import type { Copy } from './team-pitch.ts'
import { repeats } from './words/repeats.ts'

type Source = Pick<MergedPull, 'title' | 'body' | 'commits'>

/** A pitch from the title, and from the description where that speaks to customers. */
export function ownCopy(pull: Source): Copy {
  const { title, body } = rejoined(pull)
  const [sentence = '', ...more] = titleSentences(titleSentence(branchWords(title) ?? title))
  const told = newSentences(customerSentences(body), sentence)
  const best = withoutStop(saysNothing(sentence) ? instead(pull, sentence, told) : sentence)
  const { headline, isWhole } = fitted(best)
  const rest = [...more.map(punctuated), ...told].filter(said => withoutStop(said) !== best)
  const whole = isWhole ? rest : [punctuated(best), ...rest]
  return { headline, body: whole.slice(0, 3).join(' ') }
}

/** A title of several sentences leads with the first, unless what follows is no sentence. */
function titleSentences(title: string): string[] {
  const sentences = sentencesOf(title)
  if (sentences.length < 2) return sentences
  return sentences.every(
    sentence => /^[\p{Lu}`]/u.test(sentence) && sentence.split(' ').length > 2 && !saysNothing(sentence),
  )
    ? sentences
    : [title]
}

/** A sign alone in front of what says nothing. */
const MENDED = /^(?::bug:|:ambulance:|🐛|🚑)/u

/** What a title that says nothing leaves to say: the description's first sentence, its only commit, or an honest plain one. */
function instead({ title: whole, commits }: Source, title: string, told: string[]): string {
  const [said] = told
  if (said !== undefined) return said
  const subjects = (tellsMerge(title) ? [] : commits)
    .map(titleSentence)
    .filter(subject => !saysNothing(subject))
  return subjects.length === 1 && subjects[0] !== undefined
    ? subjects[0]
    : plainSentence(MENDED.test(whole) ? 'Bug fixes' : title || whole)
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

/** What the title does not say. Where it says what the description opens with, only another deed stands alone. */
function newSentences(told: string[], title: string): string[] {
  const isOpen = told[0] !== undefined && !repeats(told[0], title)
  return told.filter(said => !repeats(said, title) && (isOpen || tellsDeed(said)))
}
