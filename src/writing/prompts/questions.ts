import { z } from 'zod'
import { stemsOf } from '#judgement/text/sentences.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { WordsFault } from '#writing/checks/form.ts'
import type { Question } from '#writing/connection/ask.ts'
import { excerptOf, fenced, type SourceMaterial, sections } from '#writing/excerpt.ts'
import type { Guidance, PublishedText } from '#writing/guidance.ts'
import { isHarmless } from '#writing/models/prompt-injection.ts'
import { type Copy, pitchText } from '#writing/pitch.ts'
import {
  EDITION_INSTRUCTIONS,
  INSTRUCTIONS,
  POST_INSTRUCTIONS,
  VARIANT_INSTRUCTIONS,
} from './instructions.ts'

/** The passage of the source that a sentence is based on, copied from there, followed by the sentence. */
const statement = z.strictObject({ from: z.string(), text: z.string() })

/** The form of a language model's words for customers. Lengths are checked later and are not in the schema. */
const words = z.strictObject({
  headline: statement,
  sentences: z.array(statement),
  /** What somebody has to do, in order; empty if nothing has to be done. */
  steps: z.array(statement),
})
export type WriterWords = z.infer<typeof words>

const written = z.strictObject({
  /** Whether the source says what is different for customers, or shows that nothing is. */
  tellable: z.enum(['tell', 'too little is said', 'nothing that customers notice']),
  /** Why the change is not told; empty if it is. */
  why: z.string(),
  ...words.shape,
})
export type WriterAnswer = z.infer<typeof written>

/** The kinds of other wordings of a change that a person can choose from. */
export const VARIANTS = ['shorter', 'plainer', 'story'] as const
export type Variant = (typeof VARIANTS)[number]

const variants = z.strictObject({ shorter: words, plainer: words, story: words })

/** The form of words for a social post. Sentences may be left out from the end. */
const post = z.strictObject({ headline: statement, sentences: z.array(statement) })
type PostAnswer = z.infer<typeof post>

/** The words around the stories of an edition, those of the post about it, and the titles of the stories that it leads with. */
const frame = z.strictObject({ lead: z.array(z.string()), title: statement, opening: statement, post })
export type FrameAnswer = z.infer<typeof frame>

const SAME_KIND = 0.15
const SAME_FOLDER = 0.25

/** The folder of a file, two levels deep, by which the parts of a product are distinguished. */
export const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/')

/** The published texts most similar to a change by words, kind and folders. The most similar come first; of equal ones, the latest. */
function nearest(
  { title, files }: Pick<MergedPull, 'title' | 'files'>,
  kind: string,
  published: readonly PublishedText[],
  most: number,
): PublishedText[] {
  const stems = stemsOf(title)
  const folders = new Set(files.map(({ path }) => folderOf(path)))
  const likeness = (text: PublishedText): number => {
    const own = stemsOf(text.title)
    const shared = [...own].filter(stem => stems.has(stem)).length
    const words = shared === 0 ? 0 : shared / (stems.size + own.size - shared)
    const inFolder = text.folders.some(folder => folder !== '' && folders.has(folder))
    return words + (text.kind === kind ? SAME_KIND : 0) + (inFolder ? SAME_FOLDER : 0)
  }
  return published
    .map(text => ({ text, likeness: likeness(text) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ text }) => text)
}

const EXAMPLES = 6
/** Enough for the longest words in a script that needs many tokens. A longer answer is cut off and counts as no answer. */
const MOST_OUTPUT_TOKENS = 1_500

/** A change to write about. Text that addresses a language model has been removed from the pull request. */
interface Change {
  /** Of an edition, its stories. */
  pull: SourceMaterial
  /** Whether the opening of an edition is wanted. */
  isEdition?: boolean
  kind: string
  magnitude: string
  isBreaking: boolean
}

/** Words that were rejected, and everything that is wrong with them. */
export interface Rejected {
  words: WriterWords | FrameAnswer
  faults: readonly WordsFault[]
}

/** The question for the words about a change; with `rejected`, asked again after words that were rejected. */
export const writeQuestion = (
  change: Change,
  guidance: Guidance,
  rejected: Rejected | null = null,
): Question<WriterAnswer> => ({
  instructions: INSTRUCTIONS,
  schema: written,
  maxOutputTokens: MOST_OUTPUT_TOKENS,
  prompt: code =>
    [promptOf(change, guidance, code), again(rejected, code), 'Write the words.']
      .filter(Boolean)
      .join('\n\n'),
})

/** The question for three other wordings, besides the existing one. */
export const variantsQuestion = (
  change: Change,
  guidance: Guidance,
  current: Copy,
): Question<Record<keyof typeof variants.shape, WriterWords>> => ({
  instructions: [INSTRUCTIONS, change.isEdition ? EDITION_INSTRUCTIONS : '', VARIANT_INSTRUCTIONS]
    .filter(Boolean)
    .join('\n\n'),
  schema: variants,
  maxOutputTokens: 3 * MOST_OUTPUT_TOKENS,
  prompt: code =>
    [
      promptOf(change, guidance, code),
      `What it says now, between the lines with ${code} too:\n${fenced(pitchText(current), code)}`,
      'Write it in the three ways.',
    ].join('\n\n'),
})

/**
 * Asks which stories an edition leads with, and for its title, its opening and the post about it, once more where those of a first answer were
 * rejected. The first `fixed` of the stories lead in any case.
 */
export const frameQuestion = (
  stories: SourceMaterial,
  fixed: number,
  guidance: Guidance,
  rejected: Rejected | null = null,
): Question<FrameAnswer> => ({
  instructions: `${INSTRUCTIONS}\n\n${EDITION_INSTRUCTIONS}`,
  schema: frame,
  maxOutputTokens: MOST_OUTPUT_TOKENS,
  prompt: code =>
    [
      storiesOf(stories, guidance, code),
      fixed === 0 ? '' : `The first ${fixed} lead in any case.`,
      again(rejected, code),
      'Choose what leads, and write the title, the opening and the post.',
    ]
      .filter(Boolean)
      .join('\n\n'),
})

const storiesOf = (pull: SourceMaterial, guidance: Guidance, code: string): string =>
  promptOf({ pull, isEdition: true, kind: '', magnitude: '', isBreaking: false }, guidance, code)

/** The question for a social post about an entry. The entry contains nothing that addresses a language model. */
export const postQuestion = (entry: Copy, guidance: Guidance): Question<PostAnswer> => ({
  instructions: POST_INSTRUCTIONS,
  schema: post,
  maxOutputTokens: MOST_OUTPUT_TOKENS,
  prompt: code =>
    [
      sections(accountOf(guidance, [])),
      `The entry, between the lines with ${code}:\n${fenced(pitchText(entry), code)}`,
      'Write the post.',
    ]
      .filter(Boolean)
      .join('\n\n'),
})

function promptOf(
  { pull, isEdition, kind, magnitude, isBreaking }: Change,
  guidance: Guidance,
  code: string,
): string {
  const classified = `${kind}, ${magnitude}${isBreaking ? ', breaking: something that customers rely on ends or must be changed' : ''}`
  return [
    sections(accountOf(guidance, nearest(pull, kind, guidance.published.filter(isQuiet), EXAMPLES))),
    isEdition ? '' : `A program's guess: ${classified}`,
    `${isEdition ? 'The stories of the edition' : 'The pull request'}, between the lines with ${code}:\n${fenced(excerptOf(pull), code)}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The part of a prompt about rejected words. The faults quote the words, so they are inside the fence too. */
function again(rejected: Rejected | null, code: string): string {
  if (rejected === null) return ''
  const faults = rejected.faults.map(({ fault, rule }) => `- they ${fault} (rule: ${rule})`).join('\n')
  const told = `${JSON.stringify(rejected.words)}\n\n${faults}`
  return `Your last words for it could not be used. Here they are with all that is wrong with them, between the lines with ${code} too. Put that right, keep what is not named, and make no other fault.\n${fenced(told, code)}`
}

function accountOf({ voice, language }: Guidance, examples: readonly PublishedText[]): [string, string][] {
  return [
    ['The product', voice.product],
    ['Its readers', voice.audience],
    ['How the account wants to sound', voice.guide],
    ['Words to use', voice.wordsToUse.join(', ')],
    ['Words never to use', voice.wordsToAvoid.join(', ')],
    ['Write in', nameOf(language)],
    ['Entries that the account published', examples.map(exampleOf).join('\n\n')],
  ]
}

function exampleOf({ title, draft, final }: PublishedText): string {
  const before = draft === null ? [] : [`  drafted: ${pitchText(draft).replace(/\s+/g, ' ')}`]
  return [
    `- pull request: ${title}`,
    ...before,
    `  published: ${pitchText(final).replace(/\s+/g, ' ')}`,
  ].join('\n')
}

/**
 * Whether nothing in a published text addresses a language model. Titles of pull requests, and words made
 * from them, are text of strangers here too.
 */
const isQuiet = ({ title, draft, final }: PublishedText): boolean =>
  [title, pitchText(final), ...(draft === null ? [] : [pitchText(draft)])].every(isHarmless)

/** The English name of a language, such as "German"; the tag itself if it has none. */
export function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
