import { upkeepOf } from '#judgement/upkeep.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from './features/fact.ts'
import { isSecurityFix, isWayToSignIn } from './features/security.ts'
import type { WeighedEvidence } from './reason.ts'
import { carrierSignal } from './record/carrier.ts'
import { readTitle } from './record/title.ts'

/** What a title by itself is worth in log-odds, and the least that a plain statement comes to. */
const WEIGHT = 1.2
const LEAST = 0.2
/** Above these log-odds a model that finds no reason against a small change only misses what would speak for it. */
const SILENT = -0.7
const FEW_FILES = 3

/** Facts by which a change is withheld, whatever else is known of it. */
const WITHHOLDING = /^(?:type|scope|plain|body|only|backstage):|^revert$/
/** Facts that outweigh what single words suggest: a title that says outright that something ends, or that something was wrong. */
const OUTRIGHT = /^plain:(?:end|fault)$/

/**
 * A plain statement of a capability, a gain, an end or a fault is taken to be meant for customers where no files are known or only a few
 * of the product: withholding it needs evidence that a person could be told, not a model that finds little to say for it. The same is true
 * of any fix of a security hole and of a way to sign in. Null where there is such evidence, where the change only carries others, or where
 * the title has no words. `logOdds` of user-facing, by all that is known.
 */
export function plainStatement(
  pull: MergedPull,
  facts: readonly Fact[],
  logOdds: number,
): WeighedEvidence | null {
  const { title, files, body } = pull
  const { text } = readTitle(title)
  if (
    upkeepOf(pull) !== null ||
    carrierSignal(pull) !== null ||
    !/\p{L}{3}/u.test(text) ||
    isWithheld(facts, files.length)
  )
    return null
  const detail = 'the title describes a change to the product'
  const evidence = { source: 'title', detail, side: 'user-facing' } as const
  if (files.length === 0) return { ...evidence, weight: Math.max(WEIGHT, LEAST - logOdds) }
  const isSilent = logOdds > SILENT && pull.filesChanged <= FEW_FILES
  if (logOdds >= LEAST || !(isSilent || isSecurityFix(text, body) || isWayToSignIn(text))) return null
  return { ...evidence, weight: LEAST - logOdds }
}

/** Whether a fact speaks against it; beside files, also a word that only suggests work on the code. */
function isWithheld(facts: readonly Fact[], files: number): boolean {
  const suggests = files > 0 && !facts.some(({ name }) => OUTRIGHT.test(name))
  return facts.some(({ name, side }) => side === 'internal' && (suggests || WITHHOLDING.test(name)))
}
