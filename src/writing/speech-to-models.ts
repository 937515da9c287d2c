import { teamNoteOf } from '#judgement/notes/notes.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import {
  promptInjectionsIn,
  withoutClearPromptInjections,
  withoutPromptInjections,
} from '#writing/models/prompt-injection.ts'
import { type Copy, pitchText } from './pitch.ts'

/** A pull request without the passages that are meant for a language model. */
export interface Disarmed {
  /** The pull request; the same object if there were no such passages. */
  pull: MergedPull
  /** Whether a passage clearly addressed a language model; otherwise the removed ones only may have. */
  hasPromptInjection: boolean
}

export function disarmed(pull: MergedPull): Disarmed {
  const { title, body, labels, commits, fragments, files } = pull
  const sanitized = {
    ...pull,
    title: disarmedTitle(title),
    body: withoutPromptInjections(body),
    labels: labels.filter(isQuiet),
    commits: commits.filter(isQuiet),
    fragments: fragments.map(({ path, text }) => ({ path, text: withoutPromptInjections(text) })),
    files: files.filter(({ path }) => isQuiet(path)),
  }
  if (says(sanitized) === says(pull)) return { pull, hasPromptInjection: false }
  const quoted = [...fragments.map(({ text }) => text), ...files.map(({ path }) => path)]
  const texts = [title, body, ...labels, ...commits, ...quoted]
  return { pull: sanitized, hasPromptInjection: texts.some(text => promptInjectionsIn(text).length > 0) }
}

/** Matches a part of the product in front of a title, such as `llm: keep the cache`, that looks as if it addressed a model. */
const SCOPE = /^(?:ai|llms?): (?=\p{Ll})/u

function disarmedTitle(title: string): string {
  const [scope = ''] = SCOPE.exec(title) ?? []
  const rest = withoutPromptInjections(title.slice(scope.length))
  return rest === '' ? '' : scope + rest
}

const isQuiet = (text: string): boolean => withoutPromptInjections(text) === text.trim()

/** The text of a pull request for comparison. Blanks at the ends do not count as a difference. */
const says = ({ title, body, labels, commits, fragments, files }: MergedPull): string =>
  JSON.stringify([
    ...[title, body, ...fragments.map(({ text }) => text)].map(text => text.trim()),
    ...[labels, commits, files].map(list => list.length),
  ])

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
    title: withoutClearPromptInjections(pull.title),
    body: withoutClearPromptInjections(pull.body),
    commits: pull.commits.filter(subject => promptInjectionsIn(subject).length === 0),
    fragments: pull.fragments.map(({ path, text }) => ({ path, text: withoutClearPromptInjections(text) })),
  }
  const lostLead = quiet.title !== pull.title || teamNoteOf(quiet)?.text !== teamNoteOf(pull)?.text
  return { pull: quiet, lostLead }
}

export const speaksToModels = (copy: Copy): boolean => promptInjectionsIn(pitchText(copy)).length > 0
