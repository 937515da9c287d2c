import { AppError } from '#platform/errors.ts'
import { quoted } from './requests.ts'

/** Pairs of a message that a network or its library writes for developers, and what it means for the person who connects an account. */
export type PlainWords = readonly (readonly [said: RegExp, plain: string])[]

/** The plain words for a message if the list has a match; otherwise `message`, which quotes it. */
export const inPlainWords = (words: PlainWords, said: string, message = said): string =>
  words.find(([pattern]) => pattern.test(said))?.[1] ?? message

/** The errors that OAuth servers send when the person pressed Cancel; the second one is LinkedIn's. */
const CANCELLED = /^(?:access_denied|user_cancelled_(?:login|authorize))$/

/** The error to show to a person whom the network sent back without a code. */
export function notConnected(title: string, words: PlainWords, parameters: URLSearchParams): AppError {
  const error = parameters.get('error') ?? ''
  const said = quoted(parameters.get('error_description') ?? error).replace(/\.$/, '')
  const message = CANCELLED.test(error)
    ? `You did not allow it on ${title}. Nothing was connected.`
    : inPlainWords(words, said, `${title} did not connect the account: ${said}.`)
  return new AppError('invalid_parameter', message)
}
