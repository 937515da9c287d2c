import { teamNoteOf } from '#judgement/notes/notes.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { isHarmless, withoutPromptInjections } from '#writing/models/prompt-injection.ts'
import { type Copy, pitchText } from './pitch.ts'

/** A pull request without the passages that instruct a language model; the same object if there are none. */
export function disarmed(pull: MergedPull): MergedPull {
  const { title, body, labels, commits, fragments, files } = pull
  const texts = [...fragments.map(({ text }) => text), ...files.map(({ path }) => path)]
  if ([title, body, ...labels, ...commits, ...texts].every(isHarmless)) return pull
  return {
    ...withoutSpeechToModels(pull).pull,
    labels: labels.filter(isHarmless),
    files: files.filter(({ path }) => isHarmless(path)),
  }
}

/** A pull request with only the sentences that words for customers are made from. */
interface Quieted {
  pull: MergedPull
  /** Whether a sentence of the title or the team's note was removed, so that a person has to look at the words. */
  lostLead: boolean
}

/**
 * Removes the sentences of a pull request that address a language model or an assistant. Programs read the
 * words for customers too, and a pull request must not tell them what to do.
 */
export function withoutSpeechToModels(pull: MergedPull): Quieted {
  const quiet = {
    ...pull,
    title: withoutPromptInjections(pull.title),
    body: withoutPromptInjections(pull.body),
    commits: pull.commits.filter(isHarmless),
    fragments: pull.fragments.map(({ path, text }) => ({ path, text: withoutPromptInjections(text) })),
  }
  const lostLead = quiet.title !== pull.title || teamNoteOf(quiet)?.text !== teamNoteOf(pull)?.text
  return { pull: quiet, lostLead }
}

export const speaksToModels = (copy: Copy): boolean => !isHarmless(pitchText(copy))
