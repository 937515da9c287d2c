/** Something true of a pull request that the rules have a weight for. */
export interface Fact {
  /** Its line in `weights.ts`. */
  name: string
  source: 'title' | 'body' | 'path' | 'size'
  /** A clause in plain words, without capital and full stop. */
  detail: string
  /** It counts, and yet would be an odd thing to give as the reason. */
  aside?: true
}
