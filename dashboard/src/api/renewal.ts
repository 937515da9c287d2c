import type { Person } from '#accounts/people.ts'
import { Store } from '../store.ts'
import { ApiError } from './error.ts'

/** Holds requests that found the session ended until the person has signed in again. */
class SessionRenewal extends Store {
  #waiting: PromiseWithResolvers<void> | null = null
  /** Who is signed in on this page. Until that is known, a request without a session leads to the sign-in page. */
  person: Person | null = null

  /** Resolves after the next sign-in; rejects with status 401 when the dialog is cancelled. */
  wait(): Promise<void> {
    this.#waiting ??= Promise.withResolvers()
    this.changed()
    return this.#waiting.promise
  }

  done() {
    this.#waiting?.resolve()
    this.#end()
  }

  cancel() {
    this.#waiting?.reject(new ApiError(401, 'You are signed out. Sign in to continue.'))
    this.#end()
  }

  /** The email address of the person whose session ended; null while nothing waits. */
  readonly expiredFor = (): string | null => (this.#waiting && this.person ? this.person.email : null)

  #end() {
    this.#waiting = null
    this.changed()
  }
}

export const renewal = new SessionRenewal()
