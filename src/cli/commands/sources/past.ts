import { choice } from '#cli/options.ts'
import { AppError } from '#platform/errors.ts'
import { PASTS, type Past } from '#pulls/past.ts'

/** The option that says what happens to user-facing merges from the past. */
export const PAST = choice(PASTS)

/** The choice, `month` where none was made, also where it was made by the flag that is named like it. Throws `wrong_usage` for two that differ. */
export function pastFrom(chosen: Past | undefined, flags: Partial<Record<Past, boolean | undefined>>): Past {
  const flagged = PASTS.find(past => flags[past])
  if (chosen !== undefined && flagged !== undefined && chosen !== flagged)
    throw new AppError('wrong_usage', `--${flagged} means --past ${flagged}; leave out --past ${chosen}.`)
  return chosen ?? flagged ?? 'month'
}
