import { fits } from '#judgement/text/shorten.ts'
import { AppError } from '#platform/errors.ts'
import { renderOrFail } from '#platform/rendering/rendering.ts'
import { safeLine, safeText } from '#platform/text.ts'
import { HEADLINE_LIMIT } from '#writing/pitch.ts'

/** Maximum length of an entry's body, in UTF-16 code units of Markdown. */
export const BODY_LIMIT = 20_000
const ALT_LIMIT = 1_000

/** How deep quotations and lists may be nested. Some Markdown parsers overflow their stack at far more levels. */
const MOST_NESTED = 20
const NESTED = new RegExp(
  String.raw`^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){${MOST_NESTED}}[ \t]*\d{0,9}[-*+>.)]`,
  'm',
)

const refuse = (name: string, got: string, accepts: string): AppError =>
  new AppError('invalid_parameter', `The ${name} is ${accepts}; got ${got}.`, {
    parameters: [{ name, got, accepts }],
  })

/** Cleans an entry's title. Throws `invalid_parameter` unless it is one line within the limit, in characters as people count them. */
export function titleFrom(text: string, limit = HEADLINE_LIMIT): string {
  const title = safeLine(text.slice(0, BODY_LIMIT))
  if (title !== '' && fits(title, limit)) return title
  throw refuse('title', title === '' ? 'nothing' : 'more', `one line of 1 to ${limit} characters`)
}

/** Throws `invalid_parameter` for Markdown that is longer than an entry may be. */
export function requireShort(body: string): void {
  if (body.length > BODY_LIMIT) throw refuse('body', `${body.length}`, `at most ${BODY_LIMIT} characters`)
}

/** Cleans an entry's body. Throws `invalid_parameter` for Markdown that cannot be rendered, since one entry must not break a feed. */
export async function bodyFrom(text: string): Promise<string> {
  requireShort(text)
  const body = safeText(text).trim()
  const accepts = `Markdown that is nested at most ${MOST_NESTED} deep`
  if (NESTED.test(body)) throw refuse('body', 'more', accepts)
  try {
    await renderOrFail(body)
  } catch (error) {
    throw new AppError('invalid_parameter', `The body is ${accepts}.`, { cause: error })
  }
  return body
}

/** Cleans an image's alternative text. Throws `invalid_parameter` if it is empty or too long. */
export function altFrom(text: string): string {
  const alt = safeLine(text.slice(0, 10 * ALT_LIMIT))
  if (alt !== '' && alt.length <= ALT_LIMIT) return alt
  throw refuse(
    'alt text',
    alt === '' ? 'nothing' : `${alt.length}`,
    `one line of 1 to ${ALT_LIMIT} characters`,
  )
}

/** Returns a BCP 47 tag in canonical form, without extensions, as languages are named and addressed. Throws `invalid_parameter` for anything else. */
export function languageFrom(text: string): string {
  try {
    const { baseName: tag } = new Intl.Locale(text)
    if (tag.length <= 35) return tag
  } catch {
    // The error is thrown below.
  }
  throw refuse('language', safeLine(text.slice(0, 40)), 'a language tag such as en or pt-BR')
}
