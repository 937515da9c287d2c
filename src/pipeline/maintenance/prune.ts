import { EVENTS_KEPT_MS, pruneEvents } from '#accounts/events.ts'
import { pruneOAuth } from '#auth/oauth/tokens.ts'
import { pruneImages } from '#changelog/entries/images/images.ts'
import { pruneChanges } from '#changelog/inbox/changes.ts'
import { pruneCards } from '#changelog/page/cards/cards.ts'
import { pruneDeliveries } from '#pipeline/webhooks/deliveries.ts'
import type { Clock } from '#platform/clock.ts'
import { DAY_MS, HOUR_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring.ts'
import { pruneTickets } from '#platform/tickets.ts'

const DELIVERIES_KEPT_MS = 30 * DAY_MS
const ANSWERS_KEPT_MS = 90 * DAY_MS

/**
 * Deletes old data every day: settled deliveries, what undoing changes needs, events, cached answers of language models, the list of drafts
 * that they could not word, expired sessions and OAuth grants, images that no entry uses, and cards.
 */
export const prune = ({ db, clock }: { db: Database; clock: Clock }): RecurringJob => ({
  definition: defineRecurringJob('prune'),
  everyMs: DAY_MS,
  async run(signal) {
    const now = clock.now()
    // Deleting all deliveries of a large installation in one transaction would take longer than a statement may.
    while (await db.write(tx => pruneDeliveries(tx, now - DELIVERIES_KEPT_MS))) signal.throwIfAborted()
    return async tx => {
      await pruneImages(tx, now)
      await pruneCards(tx, now)
      await pruneChanges(tx, now)
      await tx
        .deleteFrom('language_model_answer')
        .where('answered_at', '<', now - ANSWERS_KEPT_MS)
        .execute()
      await tx
        .deleteFrom('run')
        .where('kind', 'in', ['rewording', 'translation'])
        .where('ended_at', '<', now - ANSWERS_KEPT_MS)
        .execute()
      await tx.deleteFrom('session').where('expires_at', '<', now).execute()
      await pruneOAuth(tx, now)
      await pruneEvents(tx, now - EVENTS_KEPT_MS)
    }
  },
})

/** Deletes expired tickets and rate-limit counters every hour, since anybody can create them. */
export const pruneSignIn = ({ clock }: { clock: Clock }): RecurringJob => ({
  definition: defineRecurringJob('sweep-sign-in'),
  everyMs: HOUR_MS,
  async run() {
    const now = clock.now()
    return async tx => {
      await tx.deleteFrom('sign_in_rate').where('last_request', '<', now).execute()
      await pruneTickets(tx, now)
    }
  },
})
