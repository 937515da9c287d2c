import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from './features/fact.ts'
import type { WeighedEvidence } from './reason.ts'
import { carrierSignal } from './record/carrier.ts'
import { readTitle } from './record/title.ts'

/** What a title by itself is worth in log-odds, and the least that a plain statement comes to. */
const WEIGHT = 1.2
const LEAST = 0.2

/** Facts by which a change is withheld, whatever else is known of it. */
const WITHHOLDING = /^(?:type|scope|plain|body):|^revert$/

/**
 * The model learnt from changes with files and most often a description. Where there is nothing but words, a plain statement of a
 * capability, a gain, an end or a fault is taken to be meant for customers: withholding it needs evidence. Null where there is some, where
 * files are known, where it only carries others, or where the title has no words. `logOdds` of user-facing, by all that is known.
 */
export function plainStatement(
  pull: MergedPull,
  facts: readonly Fact[],
  logOdds: number,
): WeighedEvidence | null {
  const { title, files, authorIsBot } = pull
  if (
    files.length > 0 ||
    authorIsBot ||
    carrierSignal(pull) !== null ||
    !/\p{L}{3}/u.test(readTitle(title).text)
  )
    return null
  if (facts.some(({ name, side }) => side === 'internal' && WITHHOLDING.test(name))) return null
  const detail = 'the title describes a change to the product'
  return { source: 'title', detail, weight: Math.max(WEIGHT, LEAST - logOdds), side: 'user-facing' }
}
