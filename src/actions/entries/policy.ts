import { z } from 'zod'
import {
  changePolicy,
  POLICY_REASONS,
  type PublishingPolicy,
  policyOf,
  policyWith,
} from '#changelog/publishing/policy.ts'
import { TRIAL_DAYS, type TriedMerge, tryPolicy } from '#changelog/publishing/policy-trial.ts'
import { CONFIDENCES, KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { isoOf } from '#platform/clock.ts'
import { type Acting, action } from '../action.ts'

const thresholds = z.object({
  magnitude: z.enum(MAGNITUDES).optional(),
  confidence: z.enum(CONFIDENCES).optional(),
  kind: z.array(z.enum(KINDS)).max(KINDS.length).optional(),
})

const changeFrom = ({
  magnitude,
  confidence,
  kind,
}: z.output<typeof thresholds>): Partial<PublishingPolicy> => ({
  ...(magnitude && { leastMagnitude: magnitude }),
  ...(confidence && { leastConfidence: confidence }),
  ...(kind && { kinds: kind }),
})

const policyForm = ({ mode, leastMagnitude, leastConfidence, kinds }: PublishingPolicy) => ({
  mode,
  least_magnitude: leastMagnitude,
  least_confidence: leastConfidence,
  kinds,
})

const print = (policy: PublishingPolicy, { account }: Acting) => ({
  json: { account_id: account.publicId, ...policyForm(policy) },
  text:
    policy.mode === 'review'
      ? 'Every entry needs approval.\n'
      : `Drafts are queued automatically when their magnitude is ${policy.leastMagnitude} or higher, their confidence ${policy.leastConfidence} or higher, and their kind one of ${policy.kinds.join(', ')}.\n`,
})

/** A tried merge. If it would have waited, `why` says for what. */
const triedJson = (tried: TriedMerge) => ({ ...tried, why: tried.reason && POLICY_REASONS[tried.reason] })

type TriedJson = ReturnType<typeof triedJson>

const triedForm = ({ pullRequestId, mergedAt, reason, why: _, ...tried }: TriedJson) => ({
  pr_id: pullRequestId,
  ...tried,
  merged_at: isoOf(mergedAt),
  why_not: reason,
})

const triedLine = ({ mergedAt, kind, magnitude, confidence, title, why }: TriedJson): string =>
  `  ${isoOf(mergedAt).slice(0, 10)}  ${kind.padEnd(13)}  ${magnitude.padEnd(5)}  ${confidence.padEnd(6)}  ${title}${why ? `  (${why})` : ''}\n`

const listed = (heading: string, tried: TriedJson[]): string =>
  tried.length === 0 ? '' : `\n${heading}:\n${tried.map(triedLine).join('')}`

/** Actions on the publishing policy. */
export const policy = {
  show: action({
    summary: 'Show which drafts may be published without approval.',
    role: 'viewer',
    input: z.object({}),
    run: ({ db, accountId }) => policyOf(db.read, accountId),
    print,
  }),
  set: action({
    summary:
      'Require approval of every entry, or queue drafts automatically from a given magnitude and confidence, and of the given kinds.',
    role: 'owner',
    input: thresholds
      .extend({ automatic: z.boolean().optional().meta({ opposite: 'review' }) })
      .refine(given => Object.keys(given).length > 0, {
        error: 'Give at least one setting to change',
      }),
    run: (acting, { automatic, ...given }) => {
      const mode = automatic ? 'automatic' : 'review'
      const change = { ...changeFrom(given), ...(automatic !== undefined && ({ mode } as const)) }
      return acting.db.write(tx => changePolicy(tx, acting, acting.accountId, change))
    },
    print,
  }),
  try: action({
    summary: `Show what an automatic policy would have published in the last ${TRIAL_DAYS} days, and why it would have left out the rest. Changes nothing.`,
    role: 'viewer',
    input: thresholds.extend({ most: z.int().min(1).optional() }),
    async run({ db, accountId, clock }, { most, ...given }) {
      const policy = policyWith(await policyOf(db.read, accountId), changeFrom(given))
      const trial = await tryPolicy(db.read, accountId, policy, clock.now())
      const { until, merges, internal, published, left } = trial
      return {
        until,
        policy,
        counts: { merges, internal, published: published.length, left: left.length },
        published: published.slice(0, most).map(triedJson),
        left: left.slice(0, most).map(triedJson),
      }
    },
    print({ until, policy, counts, published, left }, { account }) {
      const { merges, internal } = counts
      return {
        json: {
          account_id: account.publicId,
          days: TRIAL_DAYS,
          until: isoOf(until),
          policy: policyForm({ ...policy, mode: 'automatic' }),
          counts,
          published: published.map(triedForm),
          left: left.map(triedForm),
        },
        text: `Of ${merges} merges in the ${TRIAL_DAYS} days until ${isoOf(until).slice(0, 10)}, ${internal} were internal, ${counts.published} would have been published and ${counts.left} would have waited for approval.\n${listed('Published', published)}${listed('Waiting for approval', left)}`,
      }
    },
  }),
}
