import { type Classification, mayBeNoticed } from '#judgement/classification/classification.ts'
import { teamNoteOf } from '#judgement/notes/notes.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import type { WriteContext } from '#platform/ids.ts'
import { clip, safeLine } from '#platform/text.ts'
import { LIVE_WITHIN_MS } from '#pulls/past.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type Checked, checkWords, faultsText, withoutFaulty } from '#writing/checks/check.ts'
import type { Proofread } from '#writing/checks/proofread.ts'
import { ask } from '#writing/connection/ask.ts'
import type { AccountModel } from '#writing/connection/model.ts'
import { excerptOf, NO_SURROUNDINGS, type SourceMaterial, surroundingsOf } from '#writing/excerpt.ts'
import type { Guidance, VoiceGuide } from '#writing/guidance.ts'
import { FAILURES } from '#writing/models/language-model.ts'
import type { Pitch } from '#writing/pitch.ts'
import { writerOf } from '#writing/prompts/instructions.ts'
import {
  type Rejected,
  type WriterAnswer,
  type WriterWords,
  writeQuestion,
} from '#writing/prompts/questions.ts'
import { heldWords, inSection, type Judged } from './judged.ts'

/** The account that a model is asked for, and what the model is told about it. */
export interface Asking extends WriteContext {
  db: Database
  accountId: string
  account: AccountModel
  guidance: Guidance
  /** Adds a pull request's surroundings, which are not in its record. Call it before a transaction opens. */
  surround(pull: MergedPull): Promise<SourceMaterial>
  /** Checks a model's words against the pull request, in a place where untrusted text may be processed, and has them proofread. */
  check(
    pull: SourceMaterial,
    words: WriterWords,
    guidance: Pick<Guidance, 'voice' | 'language'>,
  ): Promise<Proofread>
  signal?: AbortSignal
}

/** How often the model is asked: once more if the first answer was faulty. */
const ATTEMPTS = 2

const LONGEST_REASON = 200
const UNTELLABLE = 'Nothing in the pull request says what is different for customers.'

/** The words of a language model about a change, or why there are none, as the end of a sentence about the model. */
export type Wording =
  | { pitch: Pitch }
  | { untellable: true }
  /** Customers notice nothing. The model's reason, as a sentence. */
  | { unnoticed: string }
  | { fault: string }
  | { silence: string }

/**
 * A judged change with a language model's words, if customers read about it and the team wrote no note. Where a person is asked whether
 * customers notice, it stays withheld, with what the model would tell as its reason.
 */
export async function reworded(asking: Asking, judged: Judged): Promise<Judged> {
  const { pull, classification, pitch } = judged
  if (pitch === null ? !isQuestion(asking, judged) : pitch.writer === 'team') return judged
  const wording = await write(asking, pull, classification)
  const asked =
    pitch && !('silence' in wording) ? { ...pitch, by: writerOf(asking.account.model.name) } : pitch
  if ('pitch' in wording) {
    if (pitch === null) {
      const reason = `The writer would tell customers: “${wording.pitch.headline}”.`
      return { ...judged, classification: { ...withEvidence(classification, reason), reason } }
    }
    const decided = inSection(classification, wording.pitch)
    return { ...judged, classification: decided, pitch: heldWords(decided, wording.pitch) }
  }
  if ('untellable' in wording)
    return { ...judged, pitch: asked && { ...asked, needsWords: asked.needsWords ?? UNTELLABLE } }
  if ('unnoticed' in wording)
    return {
      ...judged,
      pitch: asked,
      classification: doubted(classification, wording.unnoticed),
    }
  const detail =
    'fault' in wording
      ? `its words ${wording.fault}, so they were not used`
      : `the language model ${wording.silence}`
  return { ...judged, pitch: asked, classification: withEvidence(classification, detail) }
}

/** Whether a person will be asked if customers notice the change, which was merged lately. */
const isQuestion = ({ clock }: Asking, { classification, pull }: Judged): boolean =>
  mayBeNoticed(classification) && clock.now() - pull.mergedAt <= LIVE_WITHIN_MS

/**
 * Asks for words. Sentences with a fault are left out where others are left. If the words are faulty otherwise, asks once more and names
 * the faults; if the second ones are too, a headline without fault is used alone.
 */
export async function write(
  asking: Asking,
  records: MergedPull | readonly [MergedPull, ...MergedPull[]],
  { kind, magnitude, isBreaking = false }: Pick<Classification, 'kind' | 'magnitude' | 'isBreaking'>,
): Promise<Wording> {
  const { accountId, account, guidance, signal } = asking
  const pull = await surrounded(asking, [records].flat() as [MergedPull, ...MergedPull[]])
  let rejected: Rejected | null = null
  let bare: { pitch: Pitch } | null = null
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const question = writeQuestion({ pull, kind, magnitude, isBreaking }, guidance, rejected)
    const answered = await ask<WriterAnswer>(asking, accountId, account, question, signal)
    if ('silence' in answered) return { silence: silenceOf(answered.silence) }
    const { tellable, why, ...words } = answered.answer
    if (tellable === 'too little is said') return { untellable: true }
    if (tellable !== 'tell') return { unnoticed: clip(safeLine(why), LONGEST_REASON) }
    const checked: Proofread = await asking.check(pull, words, guidance)
    const left: WriterWords | null = 'faults' in checked ? withoutFaulty(words, checked.faults) : null
    const held: Proofread = left === null ? checked : await asking.check(pull, left, guidance)
    if ('silence' in held) return { silence: silenceOf(held.silence) }
    if ('copy' in held) {
      const { copy, passages } = held
      const by = writerOf(account.model.name)
      const { sampling } = answered
      bare = { pitch: { ...copy, writer: 'language-model', passages, by, sampling } }
      if ('copy' in checked || copy.body !== '') return bare
    }
    if ('faults' in checked) rejected = { words, faults: checked.faults }
  }
  return bare ?? { fault: faultsText(rejected?.faults ?? []) }
}

/** Several pull requests as one, with what belongs to each. */
export async function surrounded(
  asking: Asking,
  [lead, ...others]: readonly [MergedPull, ...MergedPull[]],
): Promise<SourceMaterial> {
  const surround = (pull: MergedPull) => asking.surround(pull)
  return jointPull(await surround(lead), await mapConcurrently(others, 4, surround))
}

/** Checks words against everything that the model was shown, and against what the account says about itself. */
export function checkedWords(
  pull: SourceMaterial,
  words: WriterWords,
  { voice, language }: Pick<Guidance, 'voice' | 'language'>,
): Checked {
  const { title, body, labels, files, fragments, commits } = pull
  const surroundings = surroundingsOf(pull)
  const note = teamNoteOf(pull)?.text ?? ''
  const vocabulary = vocabularyOf(voice)
  const told = [
    pull.repo,
    pull.surroundings?.about ?? '',
    title,
    note,
    body,
    ...labels,
    ...commits,
    ...fragments.map(({ text }) => text),
  ]
  const seen = [...files.map(({ path }) => path), ...surroundings.map(([, text]) => text)]
  return checkWords(words, {
    ...{ title, note, surroundings, voice: vocabulary, wordsToAvoid: voice.wordsToAvoid },
    excerpt: excerptOf({ ...pull, surroundings: NO_SURROUNDINGS }),
    known: [...told, ...seen, vocabulary].join('\n'),
    isForeign: !/^en\b/i.test(language),
  })
}

/** The account's description of itself. Names in it may be used in the words. */
const vocabularyOf = ({ product, audience, guide, wordsToUse }: VoiceGuide): string =>
  [product, audience, guide, ...wordsToUse].join('\n')

/** Why a model gave no answer, as the end of a sentence about it. */
export const silenceOf = (silence: keyof typeof FAILURES | 'resting'): string =>
  silence === 'resting' ? 'failed several times and was left alone for a while' : FAILURES[silence]

/**
 * Classifies a change with the writer's doubt, so that a person is asked whether customers would notice. What the team recorded, or says to
 * be breaking, keeps its confidence, and so does what a person decided.
 */
export const doubted = (classification: Classification, why: string): Classification => {
  const reason = `The writer doubts that customers notice it: ${why}`
  const told = withEvidence(classification, reason)
  const { layer, isBreaking } = classification
  return layer !== 'model' || isBreaking ? told : { ...told, reason, confidence: 'low' }
}

/** Says in the evidence why there are no words of the model. */
const withEvidence = (classification: Classification, detail: string): Classification => ({
  ...classification,
  evidence: [...classification.evidence, { source: 'language-model', detail, weight: 0 }],
})

/** How much of their descriptions a model is shown: as much as of a single one. */
const DESCRIPTIONS = 4_500
/** As much of their diffs. */
const DIFFS = 6_000

/** Combines several pull requests into one to be written about: the first one leads, the others follow in its description. */
function jointPull(lead: SourceMaterial, others: readonly SourceMaterial[]): SourceMaterial {
  if (others.length === 0) return lead
  const share = Math.floor(DESCRIPTIONS / (others.length + 1))
  const told = others.map(({ title, body }) => `Also: ${title}\n\n${clip(body, share)}`)
  const all = [lead, ...others]
  const sum = (of: (pull: SourceMaterial) => number) => all.reduce((total, pull) => total + of(pull), 0)
  return {
    ...lead,
    body: [clip(lead.body, share), ...told].join('\n\n'),
    labels: [...new Set(all.flatMap(({ labels }) => labels))],
    commits: all.flatMap(({ commits }) => commits),
    files: all.flatMap(({ files }) => files),
    fragments: all.flatMap(({ fragments }) => fragments),
    filesChanged: sum(({ filesChanged }) => filesChanged),
    additions: sum(({ additions }) => additions),
    deletions: sum(({ deletions }) => deletions),
    surroundings: {
      ...(lead.surroundings ?? NO_SURROUNDINGS),
      issues: all.flatMap(({ surroundings }) => surroundings?.issues ?? []),
      diff: all
        .map(({ surroundings }) => clip(surroundings?.diff ?? '', Math.floor(DIFFS / all.length)))
        .join('\n'),
    },
  }
}
