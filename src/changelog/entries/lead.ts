import { type Kind, MAGNITUDES, type Magnitude } from '#judgement/classification/classification.ts'

/** The facts that decide which of several changes comes first. */
export interface Leading {
  kind: Kind
  magnitude: Magnitude
  isBreaking: boolean
  /** How much the model thinks that customers notice (`leadOf`); 0 if no model judged the change. */
  lead: number
}

/** The penalty, in log-odds, for a change that customers may not notice at all. */
export const UNSURE = 0.5

/** How much customers notice a change, by the decision about it. */
export const leadOf = ({ notable = 0, confidence }: { notable?: number; confidence: string }): number =>
  notable - (confidence === 'low' ? UNSURE : 0)

/**
 * The one order in which changes are shown wherever some come before others. Breaking changes come first and security last, since it is
 * told in neutral words in its own place. Then the magnitude decides, which people correct, and then how much customers notice. This order
 * finds what teams lead with in their own releases better than size or having a body does (docs/research/2026-11-lead.md).
 */
export const byLead = (a: Leading, b: Leading): number =>
  placeOf(a) - placeOf(b) ||
  MAGNITUDES.indexOf(b.magnitude) - MAGNITUDES.indexOf(a.magnitude) ||
  b.lead - a.lead

const placeOf = ({ kind, isBreaking }: Leading): number => (isBreaking ? 0 : kind === 'security' ? 2 : 1)
