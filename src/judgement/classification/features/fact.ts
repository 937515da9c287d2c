import type { Visibility } from '../classification.ts'

/** Something true of a pull request that tells what sort of change it is. */
export interface Fact {
  /** The name by which the model and the choice of a kind know it. */
  name: string
  source: 'title' | 'body' | 'path'
  /** A clause in plain words, without capital and full stop. */
  detail: string
  /** The side that a person would take this fact to support; absent where it would be an odd reason, whatever its weight. */
  side?: Visibility | undefined
}
