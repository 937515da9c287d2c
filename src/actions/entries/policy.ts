import { z } from 'zod'
import { lockAccount } from '#accounts/account.ts'
import { changePolicy, type PublishingPolicy, policyOf } from '#changelog/publishing/policy.ts'
import { CONFIDENCES, KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { type Acting, action } from '../action.ts'

const kinds = z.array(z.enum(KINDS)).max(KINDS.length).optional()

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
    input: z
      .object({
        automatic: z.boolean().optional().meta({ opposite: 'review' }),
        magnitude: z.enum(MAGNITUDES).optional(),
        confidence: z.enum(CONFIDENCES).optional(),
        kind: kinds,
        addKind: kinds,
        removeKind: kinds,
      })
      .refine(given => Object.keys(given).length > 0, {
        error: 'Give at least one setting to change',
      }),
    run: ({ db, accountId, ...acting }, { automatic, magnitude, confidence, kind, ...difference }) => {
      const { addKind = [], removeKind = [] } = difference
      const given: Partial<PublishingPolicy> = {
        ...(automatic !== undefined && { mode: automatic ? 'automatic' : 'review' }),
        ...(magnitude && { leastMagnitude: magnitude }),
        ...(confidence && { leastConfidence: confidence }),
      }
      return db.write(async tx => {
        const before = kind ?? (await policyOf(await lockAccount(tx, accountId), accountId)).kinds
        const kinds = [...before, ...addKind].filter(one => !removeKind.includes(one))
        return changePolicy(tx, acting, accountId, { ...given, kinds })
      })
    },
    print,
  }),
}
