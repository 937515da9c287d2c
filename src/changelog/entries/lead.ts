import { type Kind, MAGNITUDES, type Magnitude } from '#judgement/classification/classification.ts'

/** What decides which of several changes leads. */
export interface Leading {
  kind: Kind
  magnitude: Magnitude
  isBreaking: boolean
  /** How much customers notice, as the model thinks (`leadOf`); 0 where no model judged. */
  lead: number
}

/** So much less, in log-odds, leads what customers may not notice at all. */
export const UNSURE = 0.5

/** How much customers notice a change that was decided so. */
export const leadOf = ({ notable = 0, confidence }: { notable?: number; confidence: string }): number =>
  notable - (confidence === 'low' ? UNSURE : 0)

/**
 * The one order in which changes lead, wherever some are told before others: the breaking ones first, security last, since it is told in
 * neutral words in its own place; then by magnitude, which people correct, and by how much customers notice. What teams lead with in
 * their own releases is found better by it than by size or by having a body (docs/research/2026-11-lead.md).
 */
export const byLead = (a: Leading, b: Leading): number =>
  placeOf(a) - placeOf(b) ||
  MAGNITUDES.indexOf(b.magnitude) - MAGNITUDES.indexOf(a.magnitude) ||
  b.lead - a.lead

const placeOf = ({ kind, isBreaking }: Leading): number => (isBreaking ? 0 : kind === 'security' ? 2 : 1)
