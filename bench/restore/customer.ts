import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import type { CommandLine } from '#testing/command-line.ts'
import { next, numberedBodies, type Post, sealed, sender } from '../webhooks.ts'
import { type State, stateOf } from './account.ts'

/** The number of the first merge that arrives; it is higher than those of the imported past. */
const FIRST = 100_001

export interface Installation {
  cli: CommandLine
  db: Database
  port: number
}

/** An account in which one change follows another, with its state after each. */
export class Customer {
  readonly id: string
  readonly states: State[] = []
  readonly #at: Installation
  readonly #secret: string
  readonly #send: Post
  readonly #bodies = numberedBodies(FIRST, number => ({ title: `feat: add report ${number} to exports` }))
  #merges = 0

  constructor(at: Installation, id: string, { url, secret }: { url: string; secret: string }) {
    this.id = id
    this.#at = at
    this.#secret = secret
    this.#send = sender(at.port, new URL(url).pathname)
  }

  /** Until the signal aborts: sends a merge, waits for its draft, publishes the draft, and withdraws every second entry. */
  async run(signal: AbortSignal): Promise<void> {
    const { cli } = this.#at
    while (!signal.aborted) {
      const entry = await this.merge()
      await this.record()
      await cli.json('entry', 'publish', entry)
      await this.record()
      if (this.#merges % 2 === 0) continue
      await cli.json('entry', 'withdraw', entry)
      await this.record()
    }
  }

  async record(): Promise<void> {
    this.states.push(await stateOf(this.#at.db, this.#at.port, this.id))
  }

  /** Sends the next merge; gives the id of the draft that it becomes. */
  async merge(): Promise<string> {
    await this.#send(sealed(next(this.#bodies), this.#secret))
    const number = FIRST + this.#merges++
    for (;;) {
      const row = await this.#at.db.read
        .selectFrom('entry')
        .innerJoin('account', 'account.id', 'entry.account_id')
        .innerJoin('pull_request', 'pull_request.id', 'entry.primary_pull_request_id')
        .select('entry.id')
        .where('account.public_id', '=', this.id)
        .where('pull_request.number', '=', number)
        .executeTakeFirst()
      if (row) return row.id
      await sleep(5)
    }
  }
}
