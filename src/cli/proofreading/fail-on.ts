import { FINDING_KINDS, type FindingKind } from '#pipeline/proofreading/finding.ts'
import { AppError } from '#platform/errors.ts'

const ALL = 'any'
const NONE = 'none'

/** The kinds of findings that fail the check: names with commas between them, `any` or `none`. Throws `wrong_usage` for others. */
export function failOn(given: string): ReadonlySet<FindingKind> {
  if (given === ALL) return new Set(FINDING_KINDS)
  if (given === NONE) return new Set()
  return new Set(given.split(',').map(word => kindNamed(word.trim())))
}

function kindNamed(word: string): FindingKind {
  const kind = FINDING_KINDS.find(one => one === word)
  if (kind !== undefined) return kind
  throw new AppError(
    'wrong_usage',
    `--fail-on takes ${ALL}, ${NONE}, or names with commas between them: ${FINDING_KINDS.join(', ')}.`,
  )
}
