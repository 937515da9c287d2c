import type { Classification } from '#judgement/classification/classification.ts'
import type { Known } from '#judgement/classification/classifier.ts'
import type { Pitch } from '#judgement/copy/pitch.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** What judges a merge and words it without a network: the classifier and the writer. */
export interface Editor {
  classify(pull: MergedPull, known?: Known): Classification
  /** The same for many in less time. */
  classifyAll(pulls: readonly MergedPull[], known?: Known): Classification[]
  write(pull: MergedPull): Pitch
  /** Of all that `classify` looks at, as a hash in hex: the same input needs no second look. */
  inputHash(pull: MergedPull): string
}

/** What a person's decision about one merge needs of it. */
export type OverrideEditor = Pick<Editor, 'classify' | 'write' | 'inputHash'>

/** A merge with everything that is decided about it before the database is touched. */
export interface Judged {
  pull: MergedPull
  classification: Classification
  inputHash: string
  /** Null where customers would not notice: what is internal gets no words for customers. */
  pitch: Pitch | null
}

/** A merge that could not be judged: it is recorded without a decision, with the reason, and waits for a person. */
export interface Unjudged {
  pull: MergedPull
  failure: string
}

export const isJudged = <T extends Judged>(one: T | Unjudged): one is T => !('failure' in one)

/**
 * Judges an account's merges, in their order. It may ask the world, so it is called before a transaction opens; with the signal it
 * stops asking and throws the signal's reason.
 */
export type Judge = (
  accountId: string,
  pulls: readonly MergedPull[],
  signal?: AbortSignal,
) => Promise<(Judged | Unjudged)[]>

export const judgeAll = (editor: Editor, pulls: readonly MergedPull[], known: Known): Judged[] =>
  editor.classifyAll(pulls, known).map((one, at) => judgedAs(editor, pulls[at] as MergedPull, one))

function judgedAs(editor: Editor, pull: MergedPull, classification: Classification): Judged {
  const pitch = classification.visibility === 'user-facing' ? editor.write(pull) : null
  return { pull, classification: inSection(classification, pitch), inputHash: editor.inputHash(pull), pitch }
}

const MENDS =
  /^(?:Fix|Fixe[sd]|Prevent|Resolve[sd]?)\b|\bno longer (?:crash|fail|hang|show|lose|throw|flicker|overlap|disappear)/
const OFFERS =
  /^(?:Add|Introduce|Allow|Let|Support|You can)(?:s|ed|es)?\b(?! (?:missing|back|a (?:fix|check|guard)))/

/** Of the kind that its headline's verb says where the two disagree: "Fix …" is nothing new, and "Allow …" nothing mended. */
export function inSection(classification: Classification, pitch: Pitch | null): Classification {
  const { kind } = classification
  const headline = pitch?.headline ?? ''
  if (MENDS.test(headline) && (kind === 'feature' || kind === 'improvement'))
    return { ...classification, kind: 'fix' }
  if (/^Deprecate/.test(headline) && kind !== 'removal') return { ...classification, kind: 'deprecation' }
  if (kind !== 'fix' || !OFFERS.test(headline)) return classification
  return { ...classification, kind: /^(?:Add|Introduce)/.test(headline) ? 'feature' : 'improvement' }
}
