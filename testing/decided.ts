import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import { ingest } from '#pipeline/ingest/ingest.ts'
import type { Judged } from '#pipeline/judging/judged.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Past } from '#pulls/past.ts'
import { findOrCreateRepository } from '#pulls/repositories/repositories.ts'
import { aPull, type PullSketch } from './pulls.ts'

const DECIDED: Classification = {
  visibility: 'user-facing',
  kind: 'feature',
  magnitude: 'minor',
  confidence: 'high',
  score: 1,
  reason: 'So it was decided.',
  evidence: [],
  layer: 'model',
  version: 'test',
}

/** A merge that is classified as the test says, by default as one that customers notice, with these words. */
export function aDecided(
  pull: PullSketch,
  { headline, body = '' }: { headline: string; body?: string },
  decided: Partial<Classification> = {},
): Judged {
  const classification = { ...DECIDED, ...decided }
  const isInternal = classification.visibility === 'internal'
  return {
    pull: aPull(pull),
    classification,
    pitch: isInternal ? null : { headline, body, writer: 'offline' },
    inputHash: `${headline} ${JSON.stringify(decided)}`,
  }
}

/** Ingests merges of `acme/app` as if they had just happened, or with `past` as an import does. */
export async function ingestDecided(
  tx: Tx,
  action: EntryContext,
  accountId: string,
  judged: readonly Judged[],
  past: Past | null = null,
): Promise<void> {
  const place = { host: 'github.com', repo: 'acme/app' }
  const repository = await findOrCreateRepository(tx, action.clock, action.ids, accountId, place)
  await ingest(tx, action, repository, judged, { past })
}
