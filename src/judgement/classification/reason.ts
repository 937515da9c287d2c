import type { Classification, Confidence, Evidence, Kind, Visibility } from './classification.ts'

/** A kind as the object of a sentence. */
const KIND_PHRASES: Readonly<Record<Kind, string>> = {
  feature: 'something new',
  improvement: 'an improvement',
  fix: 'a fix',
  performance: 'a gain in speed',
  security: 'a matter of security',
  deprecation: 'a deprecation',
  removal: 'a removal',
  documentation: 'documentation',
  maintenance: 'maintenance',
}

/** Evidence with what only the reason needs. */
export interface WeighedEvidence extends Evidence {
  /** The side that a person would take this evidence to support; absent where it would be an odd reason. */
  side?: Visibility | undefined
  /** The team's own decision. */
  binding?: boolean
}

/** What people wrote speaks for the side that it weighs on. */
export const withSide = <T extends Evidence>(evidence: T): T & { side: Visibility } => ({
  ...evidence,
  side: evidence.weight > 0 ? 'user-facing' : 'internal',
})

const FAINT = 0.1
/** A second ground, and what speaks against an unsure decision, are named from this share of the first ground's weight on. */
const SECOND = 0.45
const AGAINST = 0.5

/**
 * One sentence in plain words that names what the decision rests on: only what a person too would take to speak for that side.
 * `evidence` comes with the weightiest first.
 */
export function reasonOf(
  evidence: readonly WeighedEvidence[],
  { visibility, confidence, kind }: Pick<Classification, 'visibility' | 'confidence' | 'kind'>,
): string {
  const named = evidence.filter(isNameable)
  const [first, ...others] = named.filter(({ side }) => side === visibility)
  const against = named.find(({ side }) => side !== visibility)
  const grounds = first ? clausesOf(first, others, visibility, kind) : null
  if (!against || !isAdmitted(against, first, confidence))
    return sentence(grounds ?? withoutGround(visibility, kind, against !== undefined))
  return sentence(`although ${against.detail}, ${grounds ?? OTHERWISE[visibility]}`)
}

/** Evidence that weighs for one side and reads as if it spoke for the other is left out of the reason: it would confuse people. */
const isNameable = ({ side, weight }: WeighedEvidence): boolean =>
  Math.abs(weight) >= FAINT && side === (weight > 0 ? 'user-facing' : 'internal')

/** The weightiest ground, and where it is not the team's own decision a second from another source. */
function clausesOf(
  first: WeighedEvidence,
  others: readonly WeighedEvidence[],
  visibility: Visibility,
  kind: Kind,
): string {
  const second = others.find(
    ({ source, weight }) =>
      !first.binding && source !== first.source && Math.abs(weight) >= SECOND * Math.abs(first.weight),
  )
  const told = second ? [first, second] : [first]
  // A changed part of the product, or a closed issue, says little without what the change does.
  if (visibility === 'user-facing' && told.every(({ source }) => source === 'path' || source === 'body'))
    return `it reads as ${KIND_PHRASES[kind]} and ${first.detail.replace(/^it /, '')}`
  return told.map(({ detail }) => detail).join(' and ')
}

/** A decision of the team's own that was not followed is always named. */
const isAdmitted = (
  against: WeighedEvidence,
  first: WeighedEvidence | undefined,
  confidence: Confidence,
): boolean =>
  against.binding === true ||
  (confidence === 'low' && Math.abs(against.weight) >= AGAINST * Math.abs(first?.weight ?? 0))

const OTHERWISE: Record<Visibility, string> = {
  'user-facing': 'little else marks it as work behind the scenes',
  internal: 'little else in it speaks of what customers see',
}

/** The sentence's first half where nothing in particular speaks for the side that won. */
function withoutGround(visibility: Visibility, kind: Kind, isAgainst: boolean): string {
  const reads = `it reads as ${KIND_PHRASES[kind]}`
  if (visibility === 'user-facing')
    return `${reads} and ${isAgainst ? 'little' : 'nothing'} marks it as work behind the scenes`
  return kind === 'maintenance' || kind === 'documentation'
    ? `${reads} and little in it speaks of what customers see`
    : 'little in its title or description speaks of what customers see'
}

const sentence = (ground: string): string => `${ground.charAt(0).toUpperCase()}${ground.slice(1)}.`
