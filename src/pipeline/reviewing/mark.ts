import { createHmac, timingSafeEqual } from 'node:crypto'

/** The pull request that a comment belongs to. */
export interface PullPlace {
  host: string
  repo: string
  number: number
}

const MARK = /^\[tidings-review\]: # \(([0-9a-f]{64})\)\r?\n/

/**
 * The first line of our comment on this pull request. It is the definition of an unused link, which no host
 * shows; Bitbucket does show HTML comments. Without a secret key anybody can compute the signature, but it is
 * still bound to one pull request, so a mark that was copied from another one is not valid.
 */
export const markOf = (place: PullPlace, key: string): string =>
  `[tidings-review]: # (${signatureOf(place, key)})\n\n`

/** Whether the text begins with a mark that was signed with the key for this pull request. */
export function isMarked(text: string, place: PullPlace, key: string): boolean {
  const given = MARK.exec(text)?.[1]
  return (
    given !== undefined &&
    timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(signatureOf(place, key), 'hex'))
  )
}

const signatureOf = ({ host, repo, number }: PullPlace, key: string): string =>
  createHmac('sha256', `tidings-review ${key}`)
    .update([host.toLowerCase(), repo.toLowerCase(), number].join('\n'))
    .digest('hex')
