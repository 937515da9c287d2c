import { KINDS, type Kind, MAGNITUDES, type Magnitude } from '#judgement/classification/classification.ts'
import { AppError, type InvalidParameter } from '#platform/errors.ts'
import { clip, safeLine } from '#platform/text.ts'

/** Which merges are meant. Null: any. */
export interface HighlightFilters {
  /** Merged within so many days back. */
  days: number
  /** In the order of `KINDS`, never all of them. */
  kinds: readonly Kind[] | null
  minMagnitude: Magnitude
  /** `owner/name`. */
  repo: string | null
}

/** What is asked: filters as far as they were given, and which page. */
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
const SHOWN = 100

interface Parameter<T> {
  /** What is said to whoever sent something else. */
  accepts: string
  /** Undefined: not accepted. Values match exactly, in case too. */
  read(text: string): T | undefined
}

const wholeNumber = (most: number): Parameter<number> => ({
  accepts: `a whole number from 1 to ${most}`,
  read: text => (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= most ? Number(text) : undefined),
})

/** Every parameter, in the order in which they are documented. */
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
    read: text => (/^[^\s/]+(?:\/[^\s/]+)+$/.test(text) && text.length <= REPO_LIMIT ? text : undefined),
  },
  limit: wholeNumber(MAX_LIMIT),
  cursor: {
    accepts: 'the next_cursor of an earlier answer, as it was',
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

/** All kinds are as good as none named. */
function kindsFrom(text: string): readonly Kind[] | null | undefined {
  const named = text.split(',')
  const kinds = KINDS.filter(kind => named.includes(kind))
  if (kinds.length !== named.length) return undefined
  return kinds.length === KINDS.length ? null : kinds
}

type Name = keyof typeof PARAMETERS

/**
 * Reads a question from parameters as they came, in text. `invalid_parameter` names every one that is unknown, repeated or not
 * accepted, what it got and what it accepts.
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

/** Undefined, with a fault more, when it will not do. */
function parsed(name: string, texts: readonly string[], faults: InvalidParameter[]): unknown {
  const got = clip(safeLine(texts.join(' and ')), SHOWN)
  if (!isName(name)) {
    const accepts = `nothing: the parameters are ${Object.keys(PARAMETERS).join(', ')}`
    faults.push({ name: clip(safeLine(name), SHOWN), got, accepts })
    return undefined
  }
  const { accepts, read } = PARAMETERS[name]
  const value = texts.length === 1 ? read(texts[0] ?? '') : undefined
  if (value === undefined)
    faults.push({ name, got, accepts: texts.length === 1 ? accepts : `${accepts}, once` })
  return value
}

/** The refusal of one or more parameters, in a sentence that says all. */
export function invalidParameters(parameters: InvalidParameter[]): AppError {
  const sentences = parameters.map(({ name, accepts }) => `${name} accepts ${accepts}.`)
  return new AppError('invalid_parameter', sentences.join(' '), { parameters })
}
