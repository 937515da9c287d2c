import { check, type VulnerableDiagnostics } from 'recheck'
import type { Pattern } from './patterns.ts'
import { isSlow, slowestPump } from './pumps.ts'

type Attack = Pick<VulnerableDiagnostics['attack'], 'pumps' | 'suffix'>

/** Milliseconds for one pattern. Patterns of hundreds of words take the analyser longer; they are measured instead. */
const TIME_LIMIT = 1_000

/** Counts decide and not clocks, so that a busy machine finds the same. Some steps for each character are no fault. */
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
  /** A text that shows it. */
  attack: string
}

/** What makes the pattern slow; null for one whose time grows with the length of the text. */
export async function slownessOf({ source, flags }: Pattern): Promise<Slowness | null> {
  if (!UNBOUNDED.test(source)) return null
  const found = await check(source, flags.replace(/[dv]/g, ''), LIMITS)
  if (found.status === 'safe') return null
  if (found.status === 'vulnerable') {
    const { complexity, attack } = found
    // Fuzzing counts steps of another engine, and is wrong now and then; the time that its attack takes decides.
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

/** Without a quantifier that has no end, the work for each character is bounded. */
const UNBOUNDED = /[*+]|\{\d+,\}/
