import { type Account, accountByPublicId } from '#accounts/account.ts'
import { type Policy, REASONS } from '#changelog/publishing/policy.ts'
import { changePolicy, policyOf, policyWith } from '#changelog/publishing/policy-store.ts'
import { TRIAL_DAYS, type Trial, type Tried, tryPolicy } from '#changelog/publishing/policy-trial.ts'
import { command } from '#cli/command.ts'
import { operator, withService } from '#cli/with-service.ts'
import { CONFIDENCES, KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { requireAccountId } from './account.ts'

const thresholds = {
  account: { type: 'string' },
  magnitude: { type: 'string' },
  confidence: { type: 'string' },
  kind: { type: 'string', multiple: true },
} as const

const THRESHOLDS = '[--magnitude M] [--confidence C] [--kind K]…'

export const showCommand = command({
  usage: 'policy show --account ID',
  summary: 'Says what may be published without a person.',
  options: { account: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id }, _, context) =>
    withService(context, async ({ db }) => {
      const account = await accountByPublicId(db.read, requireAccountId(id))
      return answer(account, await policyOf(db.read, account.id))
    }),
})

export const setCommand = command({
  usage: `policy set --account ID [--review | --automatic] ${THRESHOLDS}`,
  summary:
    'Has a person approve every entry, or lets drafts at or above a magnitude and a confidence, of these kinds, be queued by themselves.',
  options: { ...thresholds, review: { type: 'boolean' }, automatic: { type: 'boolean' } },
  arguments: [0, 0],
  run: ({ account: id, review, automatic, ...rest }, _, context) =>
    withService(context, async service => {
      if (review && automatic) throw new AppError('wrong_usage', 'Give either --review or --automatic.')
      const change = {
        ...thresholdsFrom(rest),
        ...(review && { mode: 'review' as const }),
        ...(automatic && { mode: 'automatic' as const }),
      }
      if (Object.keys(change).length === 0) throw new AppError('wrong_usage', 'Say what to change.')
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      return answer(
        account,
        await service.db.write(tx => changePolicy(tx, operator(service), account.id, change)),
      )
    }),
})

export const tryCommand = command({
  usage: `policy try --account ID ${THRESHOLDS}`,
  summary: `Shows what an automatic policy would have published in the last ${TRIAL_DAYS} days, and what not and why; changes nothing.`,
  options: thresholds,
  arguments: [0, 0],
  run: ({ account: id, ...rest }, _, context) =>
    withService(context, async ({ db, clock }) => {
      const account = await accountByPublicId(db.read, requireAccountId(id))
      const policy = policyWith(await policyOf(db.read, account.id), thresholdsFrom(rest))
      const trial = await tryPolicy(db.read, account.id, policy, clock.now())
      return { json: trialForm(account, policy, trial), text: trialText(trial) }
    }),
})

function thresholdsFrom(given: {
  magnitude?: string | undefined
  confidence?: string | undefined
  kind?: string[] | undefined
}): Partial<Policy> {
  const { magnitude, confidence, kind } = given
  return {
    ...(magnitude !== undefined && { leastMagnitude: oneOf('--magnitude', magnitude, MAGNITUDES) }),
    ...(confidence !== undefined && { leastConfidence: oneOf('--confidence', confidence, CONFIDENCES) }),
    ...(kind && { kinds: kind.map(one => oneOf('--kind', one, KINDS)) }),
  }
}

function oneOf<T extends string>(option: string, text: string, words: readonly T[]): T {
  const found = words.find(word => word === text)
  if (found) return found
  throw new AppError('wrong_usage', `${option} is one of ${words.join(', ')}.`)
}

const policyForm = ({ mode, leastMagnitude, leastConfidence, kinds }: Policy) => ({
  mode,
  least_magnitude: leastMagnitude,
  least_confidence: leastConfidence,
  kinds,
})

const answer = (account: Account, policy: Policy) => ({
  json: { account_id: account.publicId, ...policyForm(policy) },
  text:
    policy.mode === 'review'
      ? 'A person approves every entry.\n'
      : `Drafts are queued by themselves when they are at least ${policy.leastMagnitude} and decided with at least ${policy.leastConfidence} confidence, of the kinds ${policy.kinds.join(', ')}.\n`,
})

const triedForm = ({ pullRequestId, mergedAt, whyNot, ...tried }: Tried) => ({
  pr_id: pullRequestId,
  ...tried,
  merged_at: isoOf(mergedAt),
  why_not: whyNot,
})

const trialForm = (account: Account, policy: Policy, { merges, internal, published, left }: Trial) => ({
  account_id: account.publicId,
  days: TRIAL_DAYS,
  policy: policyForm({ ...policy, mode: 'automatic' }),
  counts: { merges, internal, published: published.length, left: left.length },
  published: published.map(triedForm),
  left: left.map(triedForm),
})

function trialText({ merges, internal, published, left }: Trial): string {
  const counts = `Of ${merges} merges in ${TRIAL_DAYS} days, ${internal} were internal, ${published.length} would have been published and ${left.length} left to a person.\n`
  const line = ({ mergedAt, kind, magnitude, confidence, title }: Tried) =>
    `  ${isoOf(mergedAt).slice(0, 10)}  ${kind.padEnd(13)}  ${magnitude.padEnd(5)}  ${confidence.padEnd(6)}  ${title}`
  return [
    counts,
    ...(published.length > 0 ? ['\nPublished:\n'] : []),
    ...published.map(tried => `${line(tried)}\n`),
    ...(left.length > 0 ? ['\nLeft to a person:\n'] : []),
    ...left.map(tried => `${line(tried)}  (${REASONS[tried.whyNot ?? 'touched']})\n`),
  ].join('')
}
