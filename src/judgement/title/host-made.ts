import { subjectOfCommit } from '#pulls/commit-footers.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { beforeLastWord, DANGLING } from '../text/shorten.ts'
import { bareTitle } from './prefix.ts'
import { NUMBERED, TICKET } from './references.ts'

/** A title that a host made of the issue that a merge request closes: its words are the issue's. */
export const HOST_MADE = new RegExp(
  String.raw`^(?:(?:draft|wip): ?|\[(?:draft|wip)\] ?)?(?:Resolve[sd]?|Closes):? (?:(?:#\d+|${TICKET}):? )?["“'](.{1,500})["”'](?: [([][^()[\]]{1,40}[)\]])?$`,
  'i',
)
const TO_BRANCH = String.raw` (?:in)?to (?:(?=\S*[\d/])\S+|main|master)`
/** A change that is merged as a whole, or brought to another branch, around its own title. */
const WRAPPED = new RegExp(
  String.raw`^(?:(?:merge|back-?port|cherry[- ]?pick)(?: pr)?(?: #\d+)? ["']([^"]+)["'](?:${TO_BRANCH})?|(?:back-?port|cherry[- ]?pick)(?: of)? (\S+ .+)${TO_BRANCH}|back-?port (?:pr )?#\d+ on branch \S+ \((.+)\))$`,
  'i',
)
/** The title of a merge's commit on Azure DevOps, Bitbucket Server and in trackers. */
const MERGE_SUBJECT = /^(?:merged pr \d+|(?:pull|merge) request(?: #?\d+)?|pr #?\d+): (?=\S)/i

/** A title without what hosts write around it. */
export const innerTitle = (title: string): string =>
  title.replace(MERGE_SUBJECT, '').replace(HOST_MADE, '$1').replace(WRAPPED, '$1$2$3')

/** What a person wrote of a title: without what hosts write around it, and the words of a branch's name. */
export function writtenTitle(title: string): string {
  const inner = innerTitle(title)
  return branchWords(inner) ?? inner
}

/** Branches also spell tickets in small letters (`fix/abc-123-totals`), which hosts turn into `Fix/abc 123 totals`. */
const TICKET_IN_BRANCH = new RegExp(
  String.raw`(?:${TICKET}|(?<=/)(?:[A-Z]{2,10} \d{1,6}|(?!(?:${NUMBERED})[ -])[A-Za-z][a-z]{1,9}[ -]\d{2,6})(?![A-Za-z\d]))(?:[-_/ ]|$)`,
)
/** Programs that name the branches that they write, of which hosts turn the first letter into a capital. */
const AGENT = '(?:[Cc](?:laude|odex|opilot)|[Dd]evin|[Jj]ules|[Oo]pencode)'
const OF_AGENT = new RegExp(`^${AGENT}/`)
/** Names of branches, where a title was offered by the code host. */
const BRANCHES = [
  // "Feature/dark mode"
  /^(?:feature|feat|fix|bugfix|hotfix|chore|docs|refactor|release|improvement|enhancement|task|story|bug|dev)\/[\w./ -]+$/i,
  // "Issue/12 dark mode"
  /^(?:issue|ticket)\/(?=\S*[\d_-])[\w./ #-]+$/i,
  // "ada/dark-mode"
  /^[a-z][\w.]*\/(?=[^-_]*[-_])[\w./-]+$/i,
  // "Codex/add dark mode 1a2b3c", "users/ada/dark mode"
  new RegExp(String.raw`^(?:${AGENT}|[Uu]sers?\/[\w.-]+)\/(?=[a-z\d])[\w./ -]+$`),
  // "44-dark-mode", after the issue 44
  /^\d{2,6}(?!-(?:bit|column|day|hour|minute|month|week|year)s?-)(?:-[a-z][a-z0-9]*){2,}$/i,
  // "add-dark-mode"
  /^[a-z]+(?:[-_][a-z0-9]+){2,}$/i,
  // "patch-1"
  /^patch[- ]\d+$/i,
]

/** Matches a branch that is named after a ticket alone, as it stands: "ABC-123-dark-mode". */
const OF_TICKET = new RegExp(String.raw`^${TICKET}[-_/][A-Za-z][\w-]*$`)

/** The id of an agent's session at the end of its branch. */
const SESSION = / (?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,}$/i

/** The words of a branch's name ("fix/dark-mode" → "fix: dark mode"); null where the title is no branch. */
function branchWords(title: string): string | null {
  if (!/[-_/]|^patch /i.test(title)) return null
  const name = title.replace(TICKET_IN_BRANCH, '').replace(/ ?\(#\d+\)$/, '')
  if (/^[a-z]+\/$/i.test(name)) return ''
  const isBranch = OF_TICKET.test(title) || BRANCHES.some(form => form.test(name))
  if (!isBranch || /\.\w+$/.test(name)) return null
  const words = (name.split('/').at(-1) ?? '').replace(/[-_\s]+/g, ' ').trim()
  const own = OF_AGENT.test(name) ? words.replace(SESSION, '') : words
  const plain = own.replace(/^(?:#\d+ |\d{2,} (?=[a-z]\S* \S)|\d{4,} )(?=[a-z])/i, '')
  return /^(?:bug|hot)?fix\//i.test(name) ? `fix: ${plain}` : plain
}

/**
 * The whole title: code hosts cut a long one with an ellipsis and go on in the first line of the body, or leave the whole there or in a
 * commit. Where it is in none of them, a word that may be half goes.
 */
export function rejoined({ title, body, commits }: Pick<MergedPull, 'title' | 'body' | 'commits'>): string {
  const end = /(?:…|\.\.\.)$/.exec(title.trimEnd())
  if (end === null) return title
  const start = title.slice(0, end.index).trimEnd()
  const [line = '', next = ''] = body.trimStart().split('\n', 2)
  const more = /^(?:…|\.\.\.)(.*)/.exec(line)?.[1]
  if (more !== undefined) return start + more
  const unwrapped = line.length >= 55 && /^[a-z]/.test(next) ? `${line} ${next}` : line
  const rest = [unwrapped, ...commits.map(subjectOfCommit)]
    .map(whole => restOf(whole.slice(0, 600), start))
    .find(Boolean)
  if (rest !== undefined) return start + rest
  // GitHub cuts at 70 characters; of another length, whoever typed the title has ended it so.
  if (title.length !== 70 || !title.endsWith('…')) return title
  let kept = /\s…$/.test(title) ? start : beforeLastWord(start)
  while (DANGLING.test(kept)) kept = beforeLastWord(kept)
  return `${kept}…`
}

/** What follows the start of a title in a line that tells it whole, with or without a type; empty where it does not. */
function restOf(line: string, start: string): string {
  const whole = bareTitle(line.replace(/^\s*(?:[-*+]\s+)?/, '')).text
  const { text } = bareTitle(start)
  return text.length > 20 && whole.toLowerCase().startsWith(text.toLowerCase())
    ? whole.slice(text.length)
    : ''
}
