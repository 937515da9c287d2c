import { AppError } from '#platform/errors.ts'

/** The most open streams of one account in this process. */
const MOST_OF_ACCOUNT = 50
/**
 * The most open streams of one person in one account. A browser has one; over plain http it has one for each
 * tab, but at most six. Beyond the limit a new stream is refused rather than the oldest one ended: that page
 * would reconnect and end the next one. Pages without a stream poll instead.
 */
const MOST_OF_PERSON = 10

/** Counts the open streams of this process. */
export class OpenStreams {
  readonly #open = new Set<{ accountId: string; personId: string }>()

  /**
   * Takes a place and returns a function that gives it back. Throws `rate_limited` if the person or the account has too many open streams.
   */
  take(accountId: string, personId: string): () => void {
    const ofAccount = [...this.#open].filter(stream => stream.accountId === accountId)
    const ofPerson = ofAccount.filter(stream => stream.personId === personId)
    if (ofPerson.length >= MOST_OF_PERSON)
      throw new AppError('rate_limited', 'You have too many pages of this account open. Close some of them.')
    if (ofAccount.length >= MOST_OF_ACCOUNT)
      throw new AppError('rate_limited', 'Too many pages of this account are open. Close some of them.')
    const place = { accountId, personId }
    this.#open.add(place)
    return () => this.#open.delete(place)
  }
}
