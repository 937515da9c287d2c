import type { Account } from '#accounts/account.ts'
import {
  changePolicy,
  POLICY_REASONS,
  type PublishingPolicy,
  policyOf,
  policyWith,
} from '#changelog/publishing/policy.ts'
import {
  type PolicyTrial,
  TRIAL_DAYS,
  type TriedMerge,
  tryPolicy,
} from '#changelog/publishing/policy-trial.ts'
import { command, type Values } from '#cli/command.ts'
import { ACCOUNT, choice, list, toggle } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { CONFIDENCES, KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'

const THRESHOLDS = {
  magnitude: choice(MAGNITUDES),
  confidence: choice(CONFIDENCES),
  kind: list(choice(KINDS)),
}

export const showCommand = command({
  usage: 'policy show',
  summary: 'Show which drafts may be published without approval.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, { db }) => {
      return resultOf(account, await policyOf(db.read, account.id))
    }),
})

export const setCommand = command({
  usage: 'policy set',
  summary:
    'Require approval of every entry, or queue drafts automatically from a given magnitude and confidence, and of the given kinds.',
  options: { account: ACCOUNT, automatic: toggle('review'), ...THRESHOLDS },
  run({ account: id, automatic, ...rest }, _, context) {
    const change = {
      ...thresholdsFrom(rest),
      ...(automatic !== undefined && { mode: automatic ? ('automatic' as const) : ('review' as const) }),
    }
    if (Object.keys(change).length === 0)
      throw new AppError('wrong_usage', 'Give at least one option to change.')
    return withAccount(context, id, async (account, service) => {
      return resultOf(
        account,
        await service.db.write(tx => changePolicy(tx, operator(service), account.id, change)),
      )
    })
  },
})

export const tryCommand = command({
  usage: 'policy try',
  summary: `Show what an automatic policy would have published in the last ${TRIAL_DAYS} days, and why it would have left out the rest. Changes nothing.`,
  options: { account: ACCOUNT, ...THRESHOLDS },
  run: ({ account: id, ...rest }, _, context) =>
    withAccount(context, id, async (account, { db, clock }) => {
      const policy = policyWith(await policyOf(db.read, account.id), thresholdsFrom(rest))
      const trial = await tryPolicy(db.read, account.id, policy, clock.now())
      return { json: trialForm(account, policy, trial), text: trialText(trial) }
    }),
})

const thresholdsFrom = ({
  magnitude,
  confidence,
  kind,
}: Values<typeof THRESHOLDS>): Partial<PublishingPolicy> => ({
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

const resultOf = (account: Account, policy: PublishingPolicy) => ({
  json: { account_id: account.publicId, ...policyForm(policy) },
  text:
    policy.mode === 'review'
      ? 'Every entry needs approval.\n'
      : `Drafts are queued automatically when their magnitude is ${policy.leastMagnitude} or higher, their confidence ${policy.leastConfidence} or higher, and their kind one of ${policy.kinds.join(', ')}.\n`,
})

const triedForm = ({ pullRequestId, mergedAt, reason, ...tried }: TriedMerge) => ({
  pr_id: pullRequestId,
  ...tried,
  merged_at: isoOf(mergedAt),
  why_not: reason,
})

const trialForm = (
  account: Account,
  policy: PublishingPolicy,
  { until, merges, internal, published, left }: PolicyTrial,
) => ({
  account_id: account.publicId,
  days: TRIAL_DAYS,
  until: isoOf(until),
  policy: policyForm({ ...policy, mode: 'automatic' }),
  counts: { merges, internal, published: published.length, left: left.length },
  published: published.map(triedForm),
  left: left.map(triedForm),
})

function trialText({ until, merges, internal, published, left }: PolicyTrial): string {
  const counts = `Of ${merges} merges in the ${TRIAL_DAYS} days until ${isoOf(until).slice(0, 10)}, ${internal} were internal, ${published.length} would have been published and ${left.length} would have waited for approval.\n`
  const line = ({ mergedAt, kind, magnitude, confidence, title }: TriedMerge) =>
    `  ${isoOf(mergedAt).slice(0, 10)}  ${kind.padEnd(13)}  ${magnitude.padEnd(5)}  ${confidence.padEnd(6)}  ${title}`
  return [
    counts,
    ...(published.length > 0 ? ['\nPublished:\n'] : []),
    ...published.map(tried => `${line(tried)}\n`),
    ...(left.length > 0 ? ['\nWaiting for approval:\n'] : []),
    ...left.map(tried => `${line(tried)}  (${POLICY_REASONS[tried.reason ?? 'touched']})\n`),
  ].join('')
}
