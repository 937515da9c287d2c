import { readTitle } from '#judgement/classification/record/title.ts'
import { withCodeBlanked } from '#judgement/text/markup.ts'
import { isOnlyVerb } from '#judgement/text/verbs.ts'

/** The texts that a draft's topics are read from. */
interface TopicSource {
  /** The draft's title. */
  title: string
  host: string
  repo: string
  number: number | null
  /** The pull request's own title. */
  written: string
  /** The beginning of the pull request's description. */
  description: string
  /** The issues that the pull request links to, as a JSON list. */
  linked_issues: string
}

/** Matches "Follow-up to #12" and "Part 2 of acme/app#12". */
const FOLLOWS =
  /\b(?:follow(?:s|ing)?[- ]?up (?:to|of|on|for|from)|part (?:\d|two|three|ii|iii) of|continu(?:es|ation of)|builds on|on top of)\s+(?:(?:pr|pull request|issue)\s+)?((?:[\w.-]+\/[\w.-]+)?#\d+)/gi

/** The issues that a pull request links to, the one that it follows up, and itself: `acme/app#12`. */
export function topicReferencesOf(source: TopicSource): string[] {
  const { written, description, number } = source
  const followed = [...`${written}\n${description}`.matchAll(FOLLOWS)].map(([, reference = '']) => reference)
  const own = number === null ? [] : [`#${number}`]
  return [...new Set([...issuesOf(source), ...named(source, [...followed, ...own])])]
}

/** The issues that a pull request links to. */
export const issuesOf = (source: Pick<TopicSource, 'host' | 'repo' | 'linked_issues'>): string[] =>
  named(source, JSON.parse(source.linked_issues))

/** Normalizes references, so that an issue has the same name in all repositories of its host. */
function named({ host, repo }: Pick<TopicSource, 'host' | 'repo'>, references: readonly string[]): string[] {
  const elsewhere = host === 'github.com' || host === 'git' ? '' : `${host}/`
  return [
    ...new Set(
      references.map(name => `${elsewhere}${name.startsWith('#') ? repo + name : name}`.toLowerCase()),
    ),
  ]
}

/** The most words of a headline that count; each pair of them is a topic. */
const MOST_WORDS = 8
/** Words that do not say what a change is about. */
const SMALL =
  /^(?:actual|adjust|align|allow|apply|avoid|certain|change|correct|different|display|enable|ensure|handle|improve|introduce|keep|longer|missing|multiple|prevent|proper|remove|restore|several|show|specific|support|update|various|about|above|across|after|against|again|along|also|already|among|around|away|back|because|before|behind|being|below|beside|between|both|during|each|even|every|from|have|inside|instead|into|issue|just|make|more|once|only|onto|other|outside|over|same|since|some|still|such|than|that|their|them|then|they|this|through|under|until|upon|very|when|where|which|while|whose|will|with|within|without|your)$/

/** The long words of a title. Verbs that `SMALL` names do not count: changes have a thing in common, not what was done to it. */
const longWordsOf = (title: string): string[] =>
  (
    withCodeBlanked(title)
      .toLowerCase()
      .match(/[\p{L}-]{4,}/gu) ?? []
  ).filter(word => !isOnlyVerb(word))

/** The things that a title names. Two titles that share them are about the same. */
export const thingsIn = (title: string): string[] =>
  longWordsOf(title)
    .map(singular)
    .filter(word => !SMALL.test(word))

const singular = (word: string): string => word.replace(/(?<!s)s$/, '')

/**
 * The topics that the words of a title stand for. A title with a scope has one for each pair of words of its headline: `acme/app trace:
 * export step`. Without a scope it takes three words: `acme/app: dialog preference reset`.
 */
export function topicWordsOf({ title, repo, written }: TopicSource): string[] {
  const { scope } = readTitle(written)
  const words = [...new Set(thingsIn(title))]
    .filter(word => !scope?.includes(word))
    .slice(0, MOST_WORDS)
    .toSorted()
  const pairs = words.flatMap((word, at) =>
    words.slice(at + 1).map((next, more) => ({ word, next, after: at + more + 2 })),
  )
  if (scope !== null) return pairs.map(({ word, next }) => `${repo} ${scope}: ${word} ${next}`)
  return pairs.flatMap(({ word, next, after }) =>
    words.slice(after).map(third => `${repo}: ${word} ${next} ${third}`),
  )
}

/** The languages into which products are usually translated. */
const LANGUAGES: ReadonlySet<string> = new Set(
  `Afrikaans Albanian Amharic Arabic Armenian Azerbaijani Bangla Basque Belarusian Bengali Bosnian Breton
  Bulgarian Burmese Cantonese Catalan Chinese Croatian Czech Danish Dutch English Esperanto Estonian Farsi
  Filipino Finnish Flemish French Galician Georgian German Greek Gujarati Hebrew Hindi Hungarian Icelandic
  Indonesian Irish Italian Japanese Kannada Kazakh Khmer Korean Kurdish Kyrgyz Lao Latvian Lithuanian
  Macedonian Malay Malayalam Maltese Mandarin Marathi Mongolian Nepali Norwegian Occitan Odia Persian
  Polish Portuguese Punjabi Romanian Russian Serbian Sinhala Slovak Slovenian Somali Spanish Swahili
  Swedish Tagalog Tamil Tatar Telugu Thai Tibetan Turkish Ukrainian Urdu Uyghur Uzbek Vietnamese Welsh
  Yiddish Zulu`.split(/\s+/),
)
/** Matches a language tag such as `pt-BR`. */
const LANGUAGE_TAG = /\b[a-z]{2}-[A-Z]{2}\b/
const TRANSLATES = /\b(?:translat(?:e[sd]?|ions?|ing)|locali[sz](?:e[sd]?|ations?|ing)|locales?|i18n|l10n)\b/i

const namesLanguage = (title: string): boolean =>
  LANGUAGE_TAG.test(title) || (title.match(/\p{L}+/gu) ?? []).some(word => LANGUAGES.has(word))

/** The topic `acme/app translations` if the title is about a translation into a language; otherwise none. */
export const topicTranslationsOf = ({ repo, written }: Pick<TopicSource, 'repo' | 'written'>): string[] =>
  TRANSLATES.test(written) && namesLanguage(written) ? [`${repo} translations`] : []

/**
 * A short name for what drafts of this topic are about: the scope ("trace"), "translations", a word that all
 * their titles have, or the issue ("#12").
 */
export function themeOf(topic: string, titles: readonly string[]): string {
  const [name = '', part] = topic.split(/ (.*)/)
  if (part !== undefined && !name.endsWith(':')) return part.replace(/: .*/, '')
  const [first = [], ...others] = titles.map(longWordsOf)
  const shared = first.find(
    word =>
      !SMALL.test(singular(word)) && others.every(words => words.map(singular).includes(singular(word))),
  )
  if (shared === undefined) return part ?? topic.slice(topic.indexOf('#'))
  const plural = `${singular(shared)}s`
  return [first, ...others].flat().includes(plural) ? plural : shared
}
