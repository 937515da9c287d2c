import type { Confidence, Evidence, Visibility } from './classification.ts'

/** Evidence that may be marked as an odd thing to give as the reason, however much it weighs. */
export type Weighed = Evidence & { aside?: true; binding?: boolean }

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

const ANNOUNCED: Record<Visibility, string> = {
  'user-facing': 'so customers are meant to hear of it',
  internal: 'so customers need not hear of it',
}

/** A second ground is worth telling from this share of the first one's weight. */
const WORTH_TELLING = 0.45
/** From this share of the ground's weight on, what speaks against an unsure decision is told as well. */
const WORTH_ADMITTING = 0.5
const FAINT = 0.25

/** One sentence in plain words that names what the decision rests on. `evidence` comes with the weightiest first. */
export function reasonOf(
  evidence: readonly Weighed[],
  visibility: Visibility,
  confidence: Confidence,
): string {
  const sign = visibility === 'user-facing' ? 1 : -1
  const tellable = evidence.filter(({ aside, weight }) => !aside && Math.abs(weight) >= FAINT)
  const grounds = tellable.filter(({ weight }) => weight * sign > 0)
  const against = tellable.find(({ weight }) => weight * sign < 0)
  const [first, second] =
    grounds.length > 0 ? grounds : evidence.filter(({ weight }) => weight * sign > FAINT)
  const end = first?.binding ? ANNOUNCED[visibility] : CONCLUSIONS[visibility][confidence]
  if (first === undefined) return sentence(admission(against), end)
  const told = [first.detail, ...(second && tells(second, first) ? [second.detail] : [])].join(' and ')
  const admits = confidence === 'low' && against && outweighs(against, first)
  return sentence(admits ? `although ${against.detail}, ${again(told, against.detail)}` : told, end)
}

const SUBJECT = 'the title '

/** "Although the title says …, it begins with …". */
const again = (told: string, before: string): string =>
  told.startsWith(SUBJECT) && before.startsWith(SUBJECT) ? `it ${told.slice(SUBJECT.length)}` : told

const admission = (against: Weighed | undefined): string =>
  against === undefined
    ? 'nothing in it points clearly either way'
    : `${against.detail}, but little else points that way`

/** Two remarks about the title read as a stammer, and a team's own decision needs no second ground. */
const tells = (second: Weighed, first: Weighed): boolean =>
  !first.binding &&
  second.source !== first.source &&
  Math.abs(second.weight) >= WORTH_TELLING * Math.abs(first.weight)

const outweighs = (against: Weighed, first: Weighed): boolean =>
  Math.abs(against.weight) >= WORTH_ADMITTING * Math.abs(first.weight)

const sentence = (ground: string, end: string): string =>
  `${ground.charAt(0).toUpperCase()}${ground.slice(1)}, ${end}.`
