import type { Classification, Confidence, Evidence, Kind, Visibility } from './classification.ts'
import { spokenOf } from './spoken.ts'

/** Evidence as a layer weighs it, before a person sees it. */
export interface Weighed extends Evidence {
  /** Which side a person takes it to speak for; without it, it counts and would be an odd thing to give as a reason. */
  leans?: Visibility | undefined
  /** The team's own decision. */
  binding?: boolean
  /** What is usual with the team, where the change itself has nothing of it: it leads only where the change says too little. */
  ofHabit?: boolean
}

/** What was learnt and what was set by judgement may weigh the same fact: the weights are added up. */
export function eachOnce(evidence: readonly Weighed[]): Weighed[] {
  const byDetail = new Map<string, Weighed>()
  for (const one of evidence) {
    const known = byDetail.get(one.detail)
    byDetail.set(one.detail, known ? { ...known, weight: known.weight + one.weight } : one)
  }
  return [...byDetail.values()]
}

/** What people wrote speaks for the side that it weighs on. */
export const outspoken = <T extends Evidence>(evidence: T): T & { leans: Visibility } => ({
  ...evidence,
  leans: evidence.weight > 0 ? 'user-facing' : 'internal',
})

const CONCLUSIONS: Record<Visibility, Record<Confidence, string>> = {
  'user-facing': {
    high: 'so customers would notice',
    medium: 'so customers would probably notice',
    low: 'so customers might notice',
  },
  internal: {
    high: 'so customers would not notice',
    medium: 'so customers would hardly notice',
    low: 'so customers may well not notice',
  },
}

/** The same grounds for a decision on the same side that is more or less sure. */
export const concluding = (reason: string, visibility: Visibility, confidence: Confidence): string =>
  `${reason.replace(/, so [^,]*$/, '')}, ${CONCLUSIONS[visibility][confidence]}.`

const ANNOUNCED: Record<Visibility, string> = {
  'user-facing': 'so customers are meant to hear of it',
  internal: 'so customers need not hear of it',
}

const BACKSTAGE: ReadonlySet<Kind> = new Set<Kind>(['maintenance', 'documentation'])

/** What is said for the side that won where nothing in particular speaks for it, and perhaps something, too faint to admit, `against`. */
function byDefault(visibility: Visibility, kind: Kind, against: Weighed | undefined): string {
  const reads = `it reads as ${spokenOf(kind)}`
  if (visibility === 'user-facing')
    return `${reads} and ${against ? 'little' : 'nothing'} marks it as work behind the scenes`
  return BACKSTAGE.has(kind)
    ? `${reads} and little in it speaks of what customers see`
    : 'little in its title or description speaks of what customers see'
}

const OTHERWISE: Record<Visibility, string> = {
  'user-facing': 'little else marks it as work behind the scenes',
  internal: 'little else in it speaks of what customers see',
}

/** A second ground is worth telling from this share of the first one's weight. */
const WORTH_TELLING = 0.45
/** From this share of the ground's weight on, what speaks against an unsure decision is told as well. */
const WORTH_ADMITTING = 0.5
/** What weighs less than this is no ground to name. */
export const FAINT = 0.1

/**
 * One sentence in plain words that names what the decision rests on: only what a person too would take to speak for that side.
 * `evidence` comes with the weightiest first.
 */
export function reasonOf(
  evidence: readonly Weighed[],
  { visibility, confidence, kind }: Pick<Classification, 'visibility' | 'confidence' | 'kind'>,
): string {
  const tellable = evidence.filter(isTellable)
  const [first, ...others] = changeFirst(tellable.filter(({ leans }) => leans === visibility))
  const against = tellable.find(({ leans }) => leans !== visibility)
  const end = first?.binding ? ANNOUNCED[visibility] : CONCLUSIONS[visibility][confidence]
  const second = first && others.find(other => tells(other, first))
  const told = first ? readAs([first, ...(second ? [second] : [])], visibility, kind) : []
  if (against && admits(against, first, confidence))
    return sentence(conceding(against, told, visibility), end)
  return sentence(first ? listed(told) : byDefault(visibility, kind, against), end)
}

/** From this share of a habit's weight on, what the change itself shows is told before it. */
const WORTH_LEADING = 0.3

function changeFirst(grounds: readonly Weighed[]): readonly Weighed[] {
  const [first, second, ...rest] = grounds
  const isSaidSecond =
    first?.ofHabit && second && Math.abs(second.weight) >= WORTH_LEADING * Math.abs(first.weight)
  return isSaidSecond ? [second, first, ...rest] : grounds
}

/** What weighs for one side and would be taken to speak for the other is not told: nobody could follow it. */
const isTellable = ({ leans, weight }: Weighed): boolean =>
  Math.abs(weight) >= FAINT && leans === (weight > 0 ? 'user-facing' : 'internal')

/** That a part of the product changed, or that an issue is closed, says little without what the change is. */
const readAs = (told: Weighed[], visibility: Visibility, kind: Kind): Pick<Weighed, 'detail'>[] =>
  visibility === 'user-facing' && told.every(({ source }) => BESIDE_THE_TITLE.has(source))
    ? [`it reads as ${spokenOf(kind)}`, ...told.slice(0, 1).map(withoutSubject)].map(detail => ({ detail }))
    : told

const withoutSubject = ({ detail }: Weighed): string => detail.replace(/^it /, '')

const BESIDE_THE_TITLE: ReadonlySet<string> = new Set(['path', 'body'])

const listed = (told: readonly Pick<Weighed, 'detail'>[]): string =>
  told.map(({ detail }) => detail).join(' and ')

/** A decision of the team's own that was not followed is always told. */
const admits = (against: Weighed, first: Weighed | undefined, confidence: Confidence): boolean =>
  against.binding === true ||
  (confidence === 'low' &&
    (first === undefined || Math.abs(against.weight) >= WORTH_ADMITTING * Math.abs(first.weight)))

function conceding(
  against: Weighed,
  told: readonly Pick<Weighed, 'detail'>[],
  visibility: Visibility,
): string {
  const rest = told.length > 0 ? again(listed(told), against.detail) : OTHERWISE[visibility]
  return `although ${against.detail}, ${rest}`
}

const SUBJECT = 'the title '

/** "Although the title speaks of …, it is marked …". */
const again = (told: string, before: string): string =>
  told.startsWith(SUBJECT) && before.startsWith(SUBJECT) ? `it ${told.slice(SUBJECT.length)}` : told

/** Two remarks about the title read as a stammer, and a team's own decision needs no second ground. */
const tells = (second: Weighed, first: Weighed): boolean =>
  !first.binding &&
  second.source !== first.source &&
  Math.abs(second.weight) >= WORTH_TELLING * Math.abs(first.weight)

const sentence = (ground: string, end: string): string =>
  `${ground.charAt(0).toUpperCase()}${ground.slice(1)}, ${end}.`
