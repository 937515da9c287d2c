import { type Trial, wasAnnounced } from './trial.ts'

/** How many trials ended which way. */
export interface Tally {
  /** Announced, and found. */
  hits: number
  /** Announced, and held for internal. */
  missed: number
  /** Not announced, and held for user-facing. */
  noise: number
  /** Not announced, and kept quiet. */
  quiet: number
}

export function tallyOf(trials: Iterable<Trial>): Tally {
  const tally = { hits: 0, missed: 0, noise: 0, quiet: 0 }
  for (const trial of trials) {
    const shown = trial.found.visibility === 'user-facing'
    if (wasAnnounced(trial)) tally[shown ? 'hits' : 'missed']++
    else tally[shown ? 'noise' : 'quiet']++
  }
  return tally
}

/** Of what was shown, the share that was worth it. This and the others are 0 to 1, null where nothing is there to be measured. */
export const precision = ({ hits, noise }: Tally): number | null => share(hits, hits + noise)

/** Of what was announced, the share that was found. */
export const recall = ({ hits, missed }: Tally): number | null => share(hits, hits + missed)

/** Of what was not announced, the share that was kept quiet. */
export const specificity = ({ noise, quiet }: Tally): number | null => share(quiet, noise + quiet)

export const accuracy = ({ hits, missed, noise, quiet }: Tally): number | null =>
  share(hits + quiet, hits + missed + noise + quiet)

/** The mean of recall and specificity: a coin, and whoever always says the same, gets 0.5. */
export function balancedAccuracy(tally: Tally): number | null {
  const [found, kept] = [recall(tally), specificity(tally)]
  return found === null || kept === null ? null : (found + kept) / 2
}

export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
