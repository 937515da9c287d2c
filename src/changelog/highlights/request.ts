import { KINDS, type Kind, MAGNITUDES, type Magnitude } from '#judgement/classification/classification.ts'
import { AppError, type InvalidParameter } from '#platform/errors.ts'
import { clip, safeLine } from '#platform/text.ts'

/** The filters of the highlights query. */
export interface HighlightFilters {
  /** Only changes that were merged within this many days. */
  days: number
  /** The kinds asked for, in the order of `KINDS`; null: all. */
  kinds: readonly Kind[] | null
  minMagnitude: Magnitude
  /** `owner/name`; null: all repositories. */
  repo: string | null
}

/** A parsed request: the given filters, and the page. */
export interface HighlightsRequest {
  filters: Partial<HighlightFilters>
  limit: number
  cursor: string | null
}

export const DEFAULT_FILTERS: HighlightFilters = { days: 14, kinds: null, minMagnitude: 'patch', repo: null }
export const MAX_DAYS = 365
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 100
const REPO_LIMIT = 300
const CURSOR_LIMIT = 1_000
const MAX_ECHO = 100

interface Parameter<T> {
  /** Describes the accepted values in error messages. */
  accepts: string
  /** Undefined if the value is not accepted. Values are case-sensitive. */
  read(text: string): T | undefined
}

const wholeNumber = (most: number): Parameter<number> => ({
  accepts: `a whole number from 1 to ${most}`,
  read: text => (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= most ? Number(text) : undefined),
})

/** All parameters, in the order of the documentation. */
export const PARAMETERS = {
  days: wholeNumber(MAX_DAYS),
  kinds: {
    accepts: `one or more of ${KINDS.join(', ')}, each once, with a comma between and no space`,
    read: kindsFrom,
  },
  min_magnitude: {
    accepts: `one of ${MAGNITUDES.join(', ')}`,
    read: text => MAGNITUDES.find(magnitude => magnitude === text),
  },
  repo: {
    accepts: `owner/name, at most ${REPO_LIMIT} characters`,
    read: text =>
      /^[^\s\p{Cc}/]+(?:\/[^\s\p{Cc}/]+)+$/u.test(text) && text.length <= REPO_LIMIT ? text : undefined,
  },
  limit: wholeNumber(MAX_LIMIT),
  cursor: {
    accepts: 'the next_cursor of an earlier answer, unchanged',
    read: text => (/^[\w.-]+$/.test(text) && text.length <= CURSOR_LIMIT ? text : undefined),
  },
} satisfies {
  days: Parameter<number>
  kinds: Parameter<readonly Kind[] | null>
  min_magnitude: Parameter<Magnitude>
  repo: Parameter<string>
  limit: Parameter<number>
  cursor: Parameter<string>
}

/** Naming all kinds is the same as naming none. */
function kindsFrom(text: string): readonly Kind[] | null | undefined {
  const named = text.split(',')
  const kinds = KINDS.filter(kind => named.includes(kind))
  if (kinds.length !== named.length) return undefined
  return kinds.length === KINDS.length ? null : kinds
}

type Name = keyof typeof PARAMETERS

/**
 * Parses query parameters. Throws `invalid_parameter` with every parameter that is unknown, repeated or not accepted, its value and what
 * it accepts.
 */
export function parseHighlightsRequest(
  given: Iterable<readonly [name: string, value: string]>,
): HighlightsRequest {
  const faults: InvalidParameter[] = []
  const values = new Map<Name, unknown>()
  for (const [name, texts] of Map.groupBy(given, ([key]) => key)) {
    const value = parsed(
      name,
      texts.map(([, text]) => text),
      faults,
    )
    if (isName(name) && value !== undefined) values.set(name, value)
  }
  if (faults.length > 0) throw invalidParameters(faults)
  const get = <N extends Name>(name: N) => values.get(name) as ReturnType<(typeof PARAMETERS)[N]['read']>
  const [days, kinds, minMagnitude, repo] = [get('days'), get('kinds'), get('min_magnitude'), get('repo')]
  return {
    filters: {
      ...(days !== undefined && { days }),
      ...(kinds !== undefined && { kinds }),
      ...(minMagnitude !== undefined && { minMagnitude }),
      ...(repo !== undefined && { repo }),
    },
    limit: get('limit') ?? DEFAULT_LIMIT,
    cursor: get('cursor') ?? null,
  }
}

const isName = (name: string): name is Name => Object.hasOwn(PARAMETERS, name)

/** The parsed value; if it is not accepted, undefined with an error added to `faults`. */
function parsed(name: string, texts: readonly string[], faults: InvalidParameter[]): unknown {
  const got = clip(safeLine(texts.join(' and ')), MAX_ECHO)
  if (!isName(name)) {
    const accepts = `nothing: the parameters are ${Object.keys(PARAMETERS).join(', ')}`
    faults.push({ name: clip(safeLine(name), MAX_ECHO), got, accepts })
    return undefined
  }
  const { accepts, read } = PARAMETERS[name]
  const value = texts.length === 1 ? read(texts[0] ?? '') : undefined
  if (value === undefined)
    faults.push({ name, got, accepts: texts.length === 1 ? accepts : `${accepts}, once` })
  return value
}

/** The error for invalid parameters, with a sentence for each. */
export function invalidParameters(parameters: InvalidParameter[]): AppError {
  const sentences = parameters.map(({ name, accepts }) => `${name} accepts ${accepts}.`)
  return new AppError('invalid_parameter', sentences.join(' '), { parameters })
}
