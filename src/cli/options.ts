import { type Instant, parseInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { PASTS, type Past } from '#pulls/past.ts'
import type { Option } from './command.ts'

const OPTIONAL = { opposite: null, many: false, required: null }

/** An option whose text is parsed by `read`, which throws `wrong_usage`; undefined if the option is not given. */
export const value = <T>(
  placeholder: string,
  read: (text: string, name: string) => T,
): Option<T | undefined> => ({
  ...OPTIONAL,
  placeholder,
  read: ([text], name) => (text === undefined ? undefined : read(text, name)),
})

/** An option without a value. */
export const flag: Option<boolean> = {
  ...OPTIONAL,
  placeholder: null,
  read: texts => texts.length > 0,
}

/** A flag and the flag that says the opposite; undefined when neither is given. */
export const toggle = (opposite: string): Option<boolean | undefined> => ({
  ...OPTIONAL,
  placeholder: null,
  opposite,
  read: ([given]) => (given === undefined ? undefined : given === 'true'),
})

/** An option that must be given; `hint` says how to find its value. */
export const required = <T>(option: Option<T | undefined>, hint = ''): Option<T> => ({
  ...(option as Option<T>),
  required: hint,
  read(texts, name) {
    if (texts.length > 0) return option.read(texts, name) as T
    throw new Error(`Give --${name} ${option.placeholder}${hint && ` (${hint})`}.`)
  },
})

/** An option that may be given several times; undefined when it is not given. */
export const list = <T>(option: Option<T | undefined>): Option<T[] | undefined> => ({
  ...option,
  many: true,
  read: (texts, name) =>
    texts.length === 0 ? undefined : texts.flatMap(text => option.read([text], name) ?? []),
})

export const text = (placeholder: string): Option<string | undefined> => value(placeholder, given => given)

/** An option that takes one of the given words. */
export const choice = <T extends string>(choices: readonly T[]): Option<T | undefined> =>
  value(choices.join('|'), (given, name) => choiceFrom(`--${name}`, given, choices))

/** A whole number from 1 to `max`. */
export const wholeNumberOption = (max = 999_999_999, placeholder = 'N'): Option<number | undefined> =>
  value(placeholder, (given, name) => {
    if (/^[1-9]\d{0,8}$/.test(given) && Number(given) <= max) return Number(given)
    throw new AppError('wrong_usage', `--${name} takes a whole number from 1 to ${max.toLocaleString('en')}.`)
  })

/** A date or a time. */
export const DATE: Option<Instant | undefined> = value('DATE', (given, name) => {
  const at = parseInstant(given)
  if (at !== null) return at
  throw new AppError(
    'wrong_usage',
    `--${name} takes a date like 2026-01-31 or a time like 2026-01-31T10:00:00Z.`,
  )
})

/** `--account`, which most commands need. */
export const ACCOUNT = required(text('ID'), '"tidings account list" prints the ids')

/** Options for the merges to read. An option that is not given sets no bound. */
export const RANGE = { since: DATE, until: DATE, last: wholeNumberOption() }

/** Options for a release by its tag, and the tag of the release before it, which is determined if left out. */
export const RELEASE = { from: text('TAG'), to: text('TAG') }

/** Checks that the text is one of the words and returns it. Throws `wrong_usage`, naming the option, if it is not. */
function choiceFrom<T extends string>(option: string, given: string, choices: readonly T[]): T {
  const found = choices.find(word => word === given)
  if (found !== undefined) return found
  throw new AppError('wrong_usage', `${option} must be one of ${choices.join(', ')}.`)
}

/** The option that says what happens to user-facing merges from the past. */
export const PAST = choice(PASTS)

/** The choice, `month` where none was made, also where it was made by the flag that is named like it. Throws `wrong_usage` for two that differ. */
export function pastFrom(chosen: Past | undefined, flags: Partial<Record<Past, boolean | undefined>>): Past {
  const flagged = PASTS.find(past => flags[past])
  if (chosen !== undefined && flagged !== undefined && chosen !== flagged)
    throw new AppError('wrong_usage', `--${flagged} means --past ${flagged}; leave out --past ${chosen}.`)
  return chosen ?? flagged ?? 'month'
}
