import type { Entry } from '#changelog/entries/entry.ts'
import { plainTitle } from '#changelog/feeds/content.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { PostAnswer } from '#social/texts/post-words.ts'
import type { WordsFault } from '#writing/checks/form.ts'
import { ask, type NoAnswer } from '#writing/connection/ask.ts'
import { isHarmless } from '#writing/models/prompt-injection.ts'
import { type FrameAnswer, postQuestion } from '#writing/prompts/questions.ts'
import { asPull } from './entry-source.ts'
import { askingFor, type LanguageModels } from './judge.ts'
import type { Asking } from './wording.ts'

/** The most characters of an entry that the model is shown. */
const LONGEST = 5_000

/** Writes a social post from an entry's own words, and checks it against them like other words of a model. */
export async function writePost(
  context: LanguageModels,
  accountId: string,
  { title, body, language }: Pick<Entry, 'title' | 'body' | 'language'>,
): Promise<PostAnswer | null> {
  const account = await context.modelOf(accountId)
  if (account === null) return null
  const source = asPull({ title, body: clip(body, LONGEST) })
  if (!isHarmless(source.title) || !isHarmless(source.body)) return { words: null }
  const asking = await askingFor(context, accountId, account)
  const guidance = { ...asking.guidance, language: language ?? asking.guidance.language }
  const question = postQuestion({ headline: source.title, body: source.body }, guidance)
  const answered = await ask(asking, accountId, account, question)
  if ('silence' in answered) return null
  const told = await checkedPost({ ...asking, guidance }, source, answered.answer)
  return 'silence' in told ? null : told
}

/** A post of a model, held against what it is about: without words where they have faults, and silence where it could not be proofread. */
export async function checkedPost(
  { check, guidance }: Pick<Asking, 'check' | 'guidance'>,
  source: MergedPull,
  { headline, sentences }: FrameAnswer['post'],
): Promise<(PostAnswer & { faults: readonly WordsFault[] }) | { silence: NoAnswer }> {
  const checked = await check(source, { headline, sentences, steps: [] }, guidance)
  if ('silence' in checked) return checked
  if ('faults' in checked) return { words: null, faults: checked.faults }
  const words = { lead: plainLine(headline.text), sentences: sentences.map(({ text }) => plain(text)) }
  return { words, faults: [] }
}

/** The text without markup, which networks do not show, and for a first line without a full stop. */
const plain = (text: string): string => plainTitle(safeLine(text))
const plainLine = (text: string): string => plain(text).replace(/(?<!\.)\.$/, '')
