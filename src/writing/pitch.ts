import type { Sampling } from '#writing/models/language-model.ts'

/** The customer-facing copy as plain text, with code in backticks. It must be understandable by itself. */
export interface Pitch {
  /** At most `HEADLINE_LIMIT` characters, no full stop at the end. */
  headline: string
  /** One to three sentences; empty if the headline says everything. */
  body: string
  /** Whose words they are: the team's own note, or a writer's. */
  writer: 'team' | 'offline' | 'language-model'
  /** Why a person has to reword it before anything publishes it, as a sentence; left out if the words are good enough. */
  needsWords?: string
  /** The passage that each sentence is based on, according to a language model; left out by other writers. */
  passages?: readonly Passage[]
  /** The language model that wrote it, or was asked and had no better words, and the version of its instructions. */
  by?: string
  /** The sampling settings that the model was asked with; left out by other writers. */
  sampling?: Sampling
}

/** A sentence of the copy, and the passage of the pull request or its surroundings that it is based on, word for word. */
export interface Passage {
  sentence: string
  from: string
  /** The place of the passage, such as `issue #12` or `the diff`; left out for the pull request itself. */
  place?: string
}

/** The words of a pitch. */
export type Copy = Pick<Pitch, 'headline' | 'body'>

/** The limit of a headline, in characters as a person counts them. */
export const HEADLINE_LIMIT = 80

/** The pitch as plain text: the headline, an empty line, and the body. */
export const pitchText = (pitch: Copy): string =>
  pitch.body === '' ? pitch.headline : `${pitch.headline}\n\n${pitch.body}`
