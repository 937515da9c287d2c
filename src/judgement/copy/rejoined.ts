import type { MergedPull } from '#pulls/pull-request.ts'
import { beforeLastWord } from './last-word.ts'
import { bareTitle } from './title-prefix.ts'
import { isDangling } from './whole.ts'

type Source = Pick<MergedPull, 'title' | 'body' | 'commits'>

const ELLIPSIS = /(?:…|\.\.\.)$/
const MARKER = /^\s*(?:[-*+]\s+)?/
/** GitHub cuts at so many characters, with the ellipsis; of another length, whoever typed the title has ended it so. */
const CUT_AT = 70
/** Nobody wraps lines that are shorter. */
const WRAPPED_AT = 55

/**
 * Code hosts cut a long title with an ellipsis and go on in the first line of the body, or leave the whole there or in a commit. Where
 * it is in none of them, a word that may be half goes.
 */
export function rejoined({ title, body, commits }: Source): { title: string; body: string } {
  const end = ELLIPSIS.exec(title.trimEnd())
  if (end === null) return { title, body }
  const start = title.slice(0, end.index).trimEnd()
  const [line = ''] = body.trimStart().split('\n', 1)
  const more = /^(?:…|\.\.\.)(.*)/.exec(line)?.[1]
  if (more !== undefined) return { title: start + more, body: body.trimStart().slice(line.length + 1) }
  const rest = [unwrapped(body.trimStart()), ...commits]
    .map(whole => restOf(whole.slice(0, 600), start))
    .find(Boolean)
  if (rest !== undefined) return { title: start + rest, body }
  if (title.length !== CUT_AT || !title.endsWith('…')) return { title, body }
  return { title: `${withoutDangling(/\s…$/.test(title) ? start : beforeLastWord(start))}…`, body }
}

/** The first line, with the next ones where it was only wrapped. */
function unwrapped(body: string): string {
  const lines = body.slice(0, 600).split('\n')
  const end = lines.findIndex((line, at) => line.length < WRAPPED_AT || !/^[a-z]/.test(lines[at + 1] ?? ''))
  return lines.slice(0, end + 1).join(' ')
}

/** Without the words that no headline ends with. */
const withoutDangling = (text: string): string =>
  isDangling(text) ? withoutDangling(beforeLastWord(text)) : text

/** What follows the start of a title in a line that tells it whole, with or without a type; empty where it does not. */
function restOf(line: string, start: string): string {
  const whole = bareTitle(line.replace(MARKER, '')).text
  const { text } = bareTitle(start)
  return text.length > 20 && whole.toLowerCase().startsWith(text.toLowerCase())
    ? whole.slice(text.length)
    : ''
}
