import type { Classification } from '#classification/classification.ts'
import type { Habits } from '#classification/team/habits.ts'
import type { Pitch } from '#pitch/pitch.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type HabitsOf, noHabits } from './habits.ts'

/** What judges a merge and words it without a network: the cascade and the writer that are configured. */
export interface Editor {
  /** `habits` are those of the account that it is judged for. */
  classify(pull: MergedPull, habits?: Habits | null): Classification
  /** The same for many in less time. */
  classifyAll(pulls: readonly MergedPull[], habits?: Habits | null): Classification[]
  write(pull: MergedPull): Pitch
  /** Of all that `classify` looks at, as a hash in hex: the same input needs no second look. */
  inputHash(pull: MergedPull): string
}

/** A merge with everything that is decided about it before the database is touched. */
export interface Judged {
  pull: MergedPull
  classification: Classification
  inputHash: string
  /** Null where customers would not notice: what is internal gets no words for customers. */
  pitch: Pitch | null
}

/**
 * Judges an account's merges, in their order. It may ask the world, so it is called before a transaction opens; with the signal it
 * stops asking and throws the signal's reason.
 */
export type Judge = (
  accountId: string,
  pulls: readonly MergedPull[],
  signal?: AbortSignal,
) => Promise<Judged[]>

export const offlineJudge =
  (editor: Editor, habitsOf: HabitsOf = noHabits): Judge =>
  async (accountId, pulls) => {
    const habits = await habitsOf(accountId)
    const classifications = editor.classifyAll(pulls, habits)
    return classifications.map((one, at) => judgedAs(editor, pulls[at] as MergedPull, one))
  }

export const judge = (editor: Editor, pull: MergedPull, habits: Habits | null = null): Judged =>
  judgedAs(editor, pull, editor.classify(pull, habits))

function judgedAs(editor: Editor, pull: MergedPull, classification: Classification): Judged {
  const pitch = classification.visibility === 'user-facing' ? editor.write(pull) : null
  return { pull, classification, inputHash: editor.inputHash(pull), pitch }
}
