import type { MergedPull } from '#pulls/pull-request.ts'
import type { Sampling } from '#writing/models/language-model.ts'

/** The customer-facing copy as plain text (code spans in backticks). Understandable alone. */
export interface Pitch {
  /** At most `HEADLINE_LIMIT` characters, no full stop at the end. */
  headline: string
  /** One to three sentences, or empty when the headline says it all. */
  body: string
  /** Whose words: the team's own note, or which writer's. */
  writer: 'team' | 'offline' | 'language-model'
  /** Why a person has to put the words right before anything publishes them, as a sentence; absent where they are fit. */
  needsWords?: string
  /** What a language model says that each of its sentences rests on; absent with other writers. */
  passages?: readonly Passage[]
  /** Which language model wrote it, and the version of its instructions; absent with other writers. */
  by?: string
  /** The sampling settings that it was asked with; absent with other writers. */
  sampling?: Sampling
}

/** A sentence of the copy, and the passage of the pull request or its surroundings that it rests on, word for word. */
export interface Passage {
  sentence: string
  from: string
  /** Where the passage stands, such as `issue #12` or `the diff`; absent where that is the pull request itself. */
  place?: string
}

/** What a pitch says. */
export type Copy = Pick<Pitch, 'headline' | 'body'>

/** In characters as a person counts them. */
export const HEADLINE_LIMIT = 80

/** Turns a pull request into words for customers. */
export interface PitchWriter {
  write(pull: MergedPull): Pitch
}

/** The pitch as one plain text: headline, an empty line, the rest. */
export const pitchText = (pitch: Copy): string =>
  pitch.body === '' ? pitch.headline : `${pitch.headline}\n\n${pitch.body}`
