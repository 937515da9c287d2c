import { AppError } from '#platform/errors.ts'

/** Open streams of one account in this process. */
const MOST_OF_ACCOUNT = 50
/**
 * Open streams of one person in one account. A browser has one, or on plain http one for each tab, of which it opens six. A further page
 * is refused instead of ending the oldest stream, because the page of that one would reconnect and end the next: pages without a stream
 * ask by themselves.
 */
const MOST_OF_PERSON = 10

/** Counts the open streams of this process. */
export class OpenStreams {
  readonly #open = new Set<{ accountId: string; personId: string }>()

  /** Takes a place and returns the function that gives it back. Throws `rate_limited` when the person or the account has too many. */
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
