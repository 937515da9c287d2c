import type { Kind } from '../classification.ts'
import { isRelease } from './housekeeping.ts'
import { type Signal, signal } from './signal.ts'
import { type Area, areaOfScope, type Sort, sortOfType } from './sorts.ts'
import type { TitleParts } from './title.ts'
import { meaningOfWord } from './vocabulary.ts'

/** Log-odds of "customers hear of it" by the type alone, counted on the public training set (`docs/classification.md`). */
const WEIGHTS: Record<Sort, number> = {
  feature: 1.3,
  improvement: 0.8,
  fix: 1,
  performance: 0.3,
  security: 0.8,
  deprecation: 1,
  removal: 0.5,
  documentation: -3.4,
  chore: -0.5,
  refactor: -1.7,
  test: -2.5,
  ci: -4.5,
  build: -0.8,
  dependencies: -1.5,
  // Where it means style sheets, customers see it: that alone must not decide.
  style: -2.8,
}

/** Capitals ("FEATURE: …") are the habit of teams that publish their titles, and mean what they say. */
const CAPITALS = 3.6

/** The same for scopes that name a part of the repository which no customer meets: `feat(ci): …` is maintenance. */
const AREAS: Record<Area, number> = {
  ci: -3.2,
  tests: -2.4,
  documentation: -3,
  examples: -2.2,
  dependencies: -1.6,
  workshop: -2,
}

/** What remains of "feat" or "fix" in front of such a scope. */
const DESPITE = 0.6

/** What a release brings was told by others. By judgement: the training set has one. */
const RELEASE = signal({
  source: 'title',
  detail: 'the title names a release and nothing that it brings',
  weight: -3,
  kind: 'maintenance',
})

/** What the author put in front of the title, or that there is nothing to put it in front of. */
export function typeSignals({ type, scope, form, breaking, text }: TitleParts): Signal[] {
  if (type === null && isRelease(text)) return [RELEASE]
  const area = scope === null ? null : areaOfScope(scope)
  if (area !== null && scope !== null) return [areaSignal(type, scope, area)]
  const marked = breaking ? [breakingSignal('the title marks a breaking change')] : []
  return type === null ? marked : [typeSignal(type, scope, form), ...marked]
}

function areaSignal(type: string | null, scope: string, area: Area): Signal {
  const detail = type === null ? `the title is about “${scope}”` : `the title is marked “${type}(${scope})”`
  const kind: Kind = area === 'documentation' ? 'documentation' : 'maintenance'
  return signal({ source: 'title', detail, weight: areaWeight(type, AREAS[area]), kind })
}

function areaWeight(type: string | null, weight: number): number {
  if (type === null) return weight
  return meaningOfWord(type)?.told ? weight + DESPITE : Math.min(weight, WEIGHTS[sortOfType(type)])
}

/** "fix(security): …" is both, and the rarer word says more. */
const SECURITY = /^(?:security|sec|vuln(?:erability)?|cve)$/

function typeSignal(type: string, scope: string | null, form: TitleParts['form']): Signal {
  const meaning = meaningOfWord(type)
  const weight = WEIGHTS[sortOfType(type)]
  const loud = meaning?.told ? CAPITALS : Math.min(weight, -CAPITALS)
  return signal({
    source: 'title',
    detail: `the title is marked “${form === 'capitals' ? type.toUpperCase() : type}”`,
    weight: form === 'capitals' ? loud : weight,
    kind: meaning?.kind === 'fix' && SECURITY.test(scope ?? '') ? 'security' : (meaning?.kind ?? null),
  })
}

/** Also for what footers, labels and ticked boxes say. */
export const breakingSignal = (detail: string, source = 'title'): Signal =>
  signal({ source, detail, weight: 1.2, magnitude: 'minor' })
