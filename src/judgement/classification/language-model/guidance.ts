import type { Kind, Magnitude, Visibility } from '../classification.ts'

/** What a person made of a pull request after the machine was wrong. */
export interface Correction {
  title: string
  visibility: Visibility
  kind: Kind
  magnitude: Magnitude
}

/** Words as the account published them, and the title that they were made from. */
export interface PublishedText {
  title: string
  headline: string
  body: string
}

/** How an account wants to be read: it goes with every question about its pull requests. */
export interface Guidance {
  /** A short guide to its voice, in its own words; empty where it wrote none. */
  voice: string
  /** The latest first; few are taken. */
  corrections: readonly Correction[]
  published: readonly PublishedText[]
}
