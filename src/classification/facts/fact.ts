import type { Visibility } from '../classification.ts'

/** Something true of a pull request that tells what sort of change it is. */
export interface Fact {
  /** What the model and the choice of a kind know it by. */
  name: string
  source: 'title' | 'body' | 'path' | 'size'
  /** A clause in plain words, without capital and full stop. */
  detail: string
  /** Which side a person takes it to speak for; absent where it would be an odd thing to give as a reason, however much it weighs. */
  leans?: Visibility | undefined
}
