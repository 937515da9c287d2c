import { teamNoteOf } from '#judgement/notes/notes.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { promptInjectionsIn, withoutClearPromptInjections } from '#writing/models/prompt-injection.ts'
import { type Copy, pitchText } from './pitch.ts'

/** The sentences that words for customers are made of. */
export interface Quieted {
  pull: MergedPull
  /** Whether the title or the team's note lost a sentence, so that a person has to look at the words. */
  lostLead: boolean
}

/**
 * Leaves out the sentences of a pull request that speak to a language model or an assistant: programs read the words for customers
 * too, and must not be told by a pull request what to do.
 */
export function withoutSpeechToModels(pull: MergedPull): Quieted {
  const quiet = {
    ...pull,
    title: withoutClearPromptInjections(pull.title),
    body: withoutClearPromptInjections(pull.body),
    commits: pull.commits.filter(subject => promptInjectionsIn(subject).length === 0),
    fragments: pull.fragments.map(({ path, text }) => ({ path, text: withoutClearPromptInjections(text) })),
  }
  const lostLead = quiet.title !== pull.title || teamNoteOf(quiet)?.text !== teamNoteOf(pull)?.text
  return { pull: quiet, lostLead }
}

export const speaksToModels = (copy: Copy): boolean => promptInjectionsIn(pitchText(copy)).length > 0
