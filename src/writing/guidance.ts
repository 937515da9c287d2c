import type { Kind } from '#judgement/classification/classification.ts'
import type { Copy } from './pitch.ts'

/** A change as the account published it. */
export interface PublishedText {
  /** The title of the pull request. */
  title: string
  kind: Kind
  /** The folders of its files. */
  folders: readonly string[]
  /** The machine's words, where people changed them before they went out. */
  draft: Copy | null
  final: Copy
}

/** How the account's copy should sound, in its own words; empty where it wrote none. */
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
  /** The latest first. */
  published: readonly PublishedText[]
}
