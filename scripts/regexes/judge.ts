import { check, type VulnerableDiagnostics } from 'recheck'
import type { Pattern } from './patterns.ts'
import { isSlow, slowestPump } from './pumps.ts'

type Attack = Pick<VulnerableDiagnostics['attack'], 'pumps' | 'suffix'>

/** The milliseconds that the analyser may take for one pattern. It takes longer for patterns of hundreds of words; these are measured. */
const TIME_LIMIT = 1_000

/** The analyser's limits count steps, not time, so that a busy machine finds the same. A few steps for each character are no fault. */
const LIMITS = {
  timeout: TIME_LIMIT,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 10_000_000,
  maxAttackStringSize: 20_000,
  maxNFASize: 1_000,
  maxIteration: 4,
  maxInitialGenerationSize: 200,
  maxGenerationSize: 40,
  mutationSize: 20,
  crossoverSize: 10,
}

export interface Slowness {
  how: string
  /** A text on which the pattern is slow. */
  attack: string
}

/** What makes the pattern slow; null for a pattern whose time is in proportion to the length of the text. */
export async function slownessOf({ source, flags }: Pattern): Promise<Slowness | null> {
  if (!UNBOUNDED.test(source)) return null
  const found = await check(source, flags.replace(/[dv]/g, ''), LIMITS)
  if (found.status === 'safe') return null
  if (found.status === 'vulnerable') {
    const { complexity, attack } = found
    // Fuzzing counts the steps of another engine and is sometimes wrong, so its attack is tried and timed.
    if (complexity.isFuzz && !isAttack(source, flags, attack)) return null
    return { how: complexity.summary, attack: attack.pattern }
  }
  const pump = slowestPump(new RegExp(source, flags.replace(/[gy]/g, '')))
  return pump === null ? null : { how: 'measured', attack: pump }
}

function isAttack(source: string, flags: string, { pumps, suffix }: Attack): boolean {
  const textOf = (times: number) =>
    `${pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('')}${suffix}`
  const length = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  return isSlow(new RegExp(source, flags.replace(/[gy]/g, '')), textOf, length)
}

/** Matches an unbounded quantifier. A pattern without one does a bounded amount of work for each character. */
const UNBOUNDED = /[*+]|\{\d+,\}/
