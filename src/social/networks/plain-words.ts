import { AppError } from '#platform/errors.ts'
import { quoted } from './requests.ts'

/** What a network or its library says to developers, and what a person who connects an account needs to know. */
export type PlainWords = readonly (readonly [said: RegExp, plain: string])[]

/** The plain words for what was said, if the network's list has some; else `message`, which quotes it. */
export const inPlainWords = (words: PlainWords, said: string, message = said): string =>
  words.find(([pattern]) => pattern.test(said))?.[1] ?? message

/** What OAuth servers answer when the person pressed Cancel; the second is LinkedIn's. */
const CANCELLED = /^(?:access_denied|user_cancelled_(?:login|authorize))$/

/** The error for a person whom the network sent back without a code. */
export function notConnected(title: string, words: PlainWords, parameters: URLSearchParams): AppError {
  const error = parameters.get('error') ?? ''
  const said = quoted(parameters.get('error_description') ?? error).replace(/\.$/, '')
  const message = CANCELLED.test(error)
    ? `You did not allow it on ${title}. Nothing was connected.`
    : inPlainWords(words, said, `${title} did not connect the account: ${said}.`)
  return new AppError('invalid_parameter', message)
}
