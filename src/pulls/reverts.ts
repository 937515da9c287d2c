import { singleSpaced } from '#platform/text.ts'
import type { MergedPull } from './pull-request.ts'

/** What a revert undoes, by the names that it uses: pull requests of the same repository, commits by the first seven digits, titles. */
export interface RevertTarget {
  numbers: number[]
  commits: string[]
  /** The spellings of each title. They are used for a target that is not named in any other way or whose number is unknown. */
  titles: string[][]
  /** The branches whose merges it names, as GitLab does. They are used for a target that is not found in any other way. */
  branches: string[]
  /** The names of what a "Reapply" restores, `#12` or seven digits. It undoes their reverts. */
  reapplied: string[]
}

/** What may precede a revert: a shortcode, tags such as a branch or a ticket, and for how long. */
const BEFORE = String.raw`^[^\w\[“"]*(?::[a-z_]{1,30}: ?)?(?:\[(?!revert)[^[\]]{1,30}\]:? ?|[A-Z][A-Z0-9]{1,9}-\d{1,6}:? )*(?:temporarily )?`
const REVERT_TITLE = new RegExp(
  String.raw`${BEFORE}\[?(?:(?:revert(?:s|ed)?|re-?(?:apply|land)|back(?:ed|s)? ?out|roll(?:ed|s)? ?back)\b|(?:undo:?|reverting) (?:["“„«'‘]|\`[^\`]*\`[^a-z]*$))|^\w+(?:\([^)]*\))?!?: revert(?:s|ed)?\b`,
  'i',
)
/** Matches titles about something that people can do in a product, such as "Revert changes of a table with one click". */
const OF_A_PRODUCT = new RegExp(
  String.raw`${BEFORE}(?:\w+(?:\([^)]*\))?!?: )?(?:revert|roll back|back out) (?:(?:an?|all|any|each|every|your|one|single|several|unsaved|local|selected|individual) )*(?:changes?(?! (?:to|from|in|made|introduced|that|by)\b)|edits?|versions?|revisions?|rows?|cells?|values?|drafts?|documents?|orders?|payments?|transactions?|deployments?)\b|${BEFORE}(?:\w+(?:\([^)]*\))?!?: )?revert [^"“'‘#]* (?:with|in|by) (?:one|a|an|a single) (?:click|key|tap|shortcut|button|command|swipe)\b`,
  'i',
)

/** Whether the title says that an earlier change is taken back. */
export const isRevertTitle = (title: string): boolean => REVERT_TITLE.test(title) && !OF_A_PRODUCT.test(title)

const REAPPLY_TITLE = new RegExp(String.raw`${BEFORE}\[?re-?(?:apply|land)\b`, 'i')

/** How a text names one or several pull requests and commits: `#12, !13 and 0123abc`, or an address. */
const REFERENCE = String.raw`(?:[\w.-]+(?:\/[\w.-]+)+)?[#!]\d{1,9}\b|https?:\/\/[^\s/]+\/[\w./-]+?\/(?:pulls?|merge_requests|pull-requests|pullrequest|commits?)\/\w{1,64}|\b(?=[a-f]{0,40}\d)[0-9a-f]{7,64}\b`
const NOUN = `(?:(?:the )?(?:(?:pull|merge) requests?|prs?|mrs?|commits?|changesets?|squash)(?:es)? )?`
const statementOf = (verbs: string) =>
  new RegExp(
    String.raw`(?<!\b(?:partially|partly|not|to) )\b(?:${verbs}):? (?:changes (?:from|in) )?${NOUN}` +
      String.raw`((?:${REFERENCE})(?: \(commit [0-9a-f]{7,64}\))?(?:(?:,? and |, ?|\s)${NOUN}(?:${REFERENCE}))*)`,
    'gi',
  )
const STATEMENT = statementOf('reverts?|reverted|reverting')
/** The same in a title, which says it in more words. */
const TITLE_STATEMENT = statementOf('back(?:s|ed)? ?out|roll(?:s|ed)? ?back')
const TITLE_NUMBER = /\b(?:pull request|merge request|pr|mr) (\d{1,9})$/i
const REAPPLY_STATEMENT = statementOf('re-?appl(?:y|ies|ied|ying)|re-?land(?:s|ed|ing)?')
const WHOLE_REFERENCE = new RegExp(`^(?:${REFERENCE})$`, 'i')
/** The `Refs: 676104e, a215868` of a conventional revert. */
const REFS = /^Refs?: ([0-9a-f]{7,64}(?:, ?[0-9a-f]{7,64})*)$/im
/** The number that hosts write into the subject of a merge. */
const SUBJECT_NUMBERS = [
  /^(?:merged pr|(?:merge )?pull request|(?:auto|rollup) merge of|merge) #?(\d{1,9})\b/i,
  /^merge pull request '.*' \([#!](\d{1,9})\) from /i,
  /\((?:pull request )?[#!](\d{1,9})\)$/i,
]
const MERGED_BRANCH = /^merge branch '([^']+)'(?: into '?[^\s']+'?)?$/i
const MOST = 50

/**
 * The target of a revert, as code hosts, git and people write it; null when the pull request is not a revert or does not name its target.
 * Reads title, description and the commits that came with them.
 */
export function revertTarget({
  repo,
  title,
  body,
  commits = [],
}: Pick<MergedPull, 'repo' | 'title' | 'body'> & Partial<Pick<MergedPull, 'commits'>>): RevertTarget | null {
  const isTitled = isRevertTitle(title)
  const said = isTitled || commits.length === 1 ? commits.filter(isStatement) : []
  const text = [isTitled ? `${title}\n${body}` : withoutCommits(body), ...said].join('\n')
  const isAgain = REAPPLY_TITLE.test(title)
  const refs = isTitled ? (REFS.exec(body)?.[1]?.split(/, ?/) ?? []) : []
  const read = (references: string[]) => references.map(reference => readReference(reference, repo))
  const inTitle = isTitled && !isAgain ? [...statedIn(title, TITLE_STATEMENT), ...numberIn(title)] : []
  const undone = read([...statedIn(text, STATEMENT), ...inTitle, ...(isAgain ? [] : refs)])
  const redone = isAgain ? read([...statedIn(text, REAPPLY_STATEMENT), ...refs]) : []
  const named = [...undone, ...redone]
  if (named.length > 0 && named.every(name => name === null)) return null
  const subjects = isTitled ? revertedSubjects(title) : []
  const quoted = subjects.flatMap(subject => numberOf(subject) ?? [])
  const own = [...(isAgain ? [] : quoted), ...undone]
  const target = {
    numbers: distinct(own.filter(name => typeof name === 'number')),
    commits: distinct(own.filter(name => typeof name === 'string')),
    titles: subjects
      .slice(0, MOST)
      .map(subject => spellingsOf(isAgain ? `Revert "${subject}"` : subject, scopeOf(title))),
    branches: isAgain
      ? []
      : subjects.flatMap(subject => MERGED_BRANCH.exec(subject)?.[1] ?? []).slice(0, MOST),
    reapplied: distinct(
      [...(isAgain ? quoted : []), ...redone]
        .filter(name => name !== null)
        .map(name => (typeof name === 'number' ? `#${name}` : name)),
    ),
  }
  return Object.values(target).every(names => names.length === 0) ? null : target
}

const statedIn = (text: string, statement: RegExp): string[] =>
  [...text.matchAll(statement)].flatMap(([, list = '']) =>
    list.split(/[\s,()]+/).filter(word => WHOLE_REFERENCE.test(word)),
  )

const numberIn = (title: string): string[] =>
  [TITLE_NUMBER.exec(title)?.[1]].flatMap(digits => (digits === undefined ? [] : `#${digits}`))

const distinct = <T>(names: T[]): T[] => [...new Set(names)].slice(0, MOST)

const isStatement = (message: string): boolean => /^this reverts /im.test(message)

/** A number, or the start of a hash; null for a reference to another repository. Azure DevOps puts the repository after `_git`, below a project that may have the same name. */
function readReference(reference: string, repo: string): number | string | null {
  const [, named, number] =
    /^(.*)[#!](\d+)$/.exec(reference) ??
    /^https?:\/\/[^\s/]+\/(.+?)(?:\/-)?\/(?:pulls?|merge_requests|pull-requests|pullrequest)\/(\d+)$/i.exec(
      reference,
    ) ??
    []
  if (number !== undefined) return named === '' || isRepository(named, repo) ? Number(number) : null
  const page = /^https?:\/\/[^\s/]+\/(.+?)(?:\/-)?\/commits?\/([0-9a-f]{7,})$/i.exec(reference)
  if (page) return isRepository(page[1], repo) ? abbreviated(page[2] ?? '') : null
  return reference.includes('/') ? null : abbreviated(reference.toLowerCase())
}

const isRepository = (name = '', repo: string): boolean =>
  [/\/_git(?=\/)/, /\/_git\/.*/].some(git => name.replace(git, '').toLowerCase() === repo.toLowerCase())

/** Text in quotes: in double ones, in single ones, which are also apostrophes, or cut off before the closing quote. */
const QUOTED = [
  /^["“„«`](.*)["”“»`]/,
  /^['‘](.*)['’](?=$|,| (?:and|&) | ?\()/,
  /^["“„«'‘](.*(?:…|\.{3}))(?: \([#!]\d+\))?$/,
]
/** Matches verbs that begin the title of a merge, but no object of "revert". */
const BEGINS_AS_A_TITLE =
  /^(?:add|allow|bump|disable|drop|enable|fix|hide|implement|improve|introduce|make|move|refactor|remove|rename|replace|show|speed up|support|switch|use)\b/

const REVERTED = new RegExp(
  String.raw`${BEFORE}\[?(?:(re-?(?:apply|land))|(?:(?!revert)\w+(?:\([^)]*\))?!?: )?(?:revert(?:s|ed|ing)?|undo|back(?:ed|s)? ?out|roll(?:ed|s)? ?back))\b(?:\([^)]*\))?[\]:!]*\s*(.*)$`,
  'i',
)

/**
 * The subjects that a title reverts: both in `Revert "A" and "B"`. Quotes may be missing if a subject follows, and not a sentence about reverting.
 */
function revertedSubjects(title: string): string[] {
  const [, again, rest = ''] = REVERTED.exec(singleSpaced(title)) ?? []
  const [, quoted] = QUOTED.map(form => form.exec(rest)).find(found => found !== null) ?? []
  if (quoted !== undefined) return quoted.split(/["”'’],? (?:and|&) ["“'‘]|["”'’], ?["“'‘]/)
  const isSubject =
    /^(?:\[?revert\]?(?:\([^)]*\))?!?:|\[revert\])/i.test(title) ||
    /^\p{Lu}|^\w+(?:\([^)]*\))?!?: \S/u.test(rest) ||
    BEGINS_AS_A_TITLE.test(rest)
  const isGiteas = title.startsWith('revert ') && numberOf(rest) !== null
  return again === undefined && (isSubject || isGiteas) ? [rest] : []
}

const numberOf = (subject: string): number | null => {
  const digits = SUBJECT_NUMBERS.map(form => form.exec(subject)?.[1]).find(found => found !== undefined)
  return digits === undefined ? null : Number(digits)
}

const TYPES = ['feat', 'fix', 'perf', 'refactor', 'chore']

/** The scope of a conventional revert, which is that of what it reverts: "(chat)" of "revert(chat): …". */
const scopeOf = (title: string): string => /^\W*revert(\([^()]{1,80}\))!?: /i.exec(title)?.[1] ?? ''

/** The possible titles of the merge with this subject. A conventional revert leaves out the type of what it reverts. */
function spellingsOf(subject: string, scope: string): string[] {
  const whole = singleSpaced(subject)
  const bare = whole.replace(/^merged pr \d+: /i, '').replace(/ ?\((?:pull request )?[#!]\d+\)$/i, '')
  const [first = '', rest] = [bare.charAt(0), bare.slice(1)]
  if (rest === '') return [whole]
  const typed = /^\w+(?:\([^)]*\))?!?: /.test(bare)
    ? []
    : TYPES.flatMap(type => [`${type}: ${bare}`, ...(scope ? [`${type}${scope}: ${bare}`] : [])])
  return distinct([whole, bare, first.toUpperCase() + rest, first.toLowerCase() + rest, ...typed])
}

/** Removes the commit messages from a description: below `* subject` in squash merges, indented in git logs. One of them may be a revert although the pull request is not. */
function withoutCommits(body: string): string {
  const lines = body.split('\n')
  const isEmpty = (at: number) => (lines[at] ?? '').trim() === ''
  const subjects = lines.flatMap((line, at) =>
    line.startsWith('* ') && isEmpty(at - 1) && isEmpty(at + 1) ? [{ at, subject: line.slice(2) }] : [],
  )
  const isList = subjects.length > 1 || subjects.some(({ subject }) => isRevertTitle(subject))
  const own = isList ? lines.slice(0, subjects[0]?.at) : lines
  return own.filter(line => !/^(?: {4}|\t)/.test(line)).join('\n')
}

/** A commit's abbreviated hash, which is unique enough among the reverts of one repository. */
export const abbreviated = (commit: string): string => commit.slice(0, 7)
