import type { Kind } from '#judgement/classification/classification.ts'
import type { Copy } from './pitch.ts'

/** A change with its words as the account published them. */
export interface PublishedText {
  /** The title of the pull request. */
  title: string
  kind: Kind
  /** The folders of the change's files. */
  folders: readonly string[]
  /** The machine's words, if people changed them before publication. */
  draft: Copy | null
  final: Copy
}

/** How the account's copy should sound, in the account's own words; empty if it wrote none. */
export interface VoiceGuide {
  product: string
  audience: string
  guide: string
  wordsToUse: readonly string[]
  wordsToAvoid: readonly string[]
}

/** What a language model is told about an account. */
export interface Guidance {
  voice: VoiceGuide
  /** BCP 47 tag of the language that the changelog is written in. */
  language: string
  /** The published texts, the latest first. */
  published: readonly PublishedText[]
}
