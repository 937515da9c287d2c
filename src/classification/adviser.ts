import type { MergedPull } from '#pulls/pull-request.ts'
import type { Advice } from './language-model/answer.ts'
import type { Silence } from './language-model/fallback.ts'
import type { Guidance } from './language-model/guidance.ts'

/** What came of asking. */
export type Advised = { advice: Advice } | { silence: Silence }

/** On whose behalf a question is asked. */
export interface Client {
  accountId: string
  guidance: Guidance
}

/**
 * The layer that has to be asked over the network: it advises where the layers before are unsure, and is never trusted further than
 * `weigh` goes. To be called before a transaction opens.
 */
export interface Adviser {
  version: string
  /** Questions that it takes at a time. */
  atOnce: number
  /** Always an answer, if only that there is none; throws when the database does, and the caller's reason when the caller aborts. */
  consult(client: Client, pull: MergedPull, signal?: AbortSignal): Promise<Advised>
}
