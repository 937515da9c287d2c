import { broughtBy } from '#pulls/carrier.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type Signal, signal } from './signal.ts'
import { readTitle } from './title.ts'
import { isRelease } from './title-signals.ts'

/** The weight of a merge that carries others: more than all else together, since those pull requests tell what it carries. */
const CARRIES = -20

const REMOTE = String.raw`(?:(?:origin|upstream)/|[\w.-]{1,40}:)?`
const BRANCH = `(?:the )?${REMOTE}(?:dev(?:el(?:op(?:ment)?)?)?|main(?:line)?|master|trunk|next|stag(?:e|ing)|canary|stable|beta|release|(?:pre-?)?prod(?:uction)?|live|test|qa|uat)(?: branch)?`
/** Names that mean a branch only beside another one: lines of versions and stages that may be features too. */
const LINE = String.raw`(?:${BRANCH}|(?:branch )?${REMOTE}(?:alpha|integration|nightly|preview|sandbox|upstream|fork|(?:(?:releases?|hotfix|stable|support)[-/])?v?\d+(?:\.(?:\d+|x)){0,2}))`
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DAY = String.raw`[ /_-]\(?(?:(?:on|of|for) )?(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{1,2}[-.]\d{1,2}[-.]\d{4}|\d{1,2}\.? ${MONTH}(?: \d{4})?)\)?`
const CARRY = '(?:(?:back-?)?merg(?:e|ing)|sync|releas(?:e|ing)|promot(?:e|ing)|deploy(?:ing)?)s?'
const BETWEEN = '(?: ?(?:[-=]*>|<[-=]*|[→←⇒➡➜]) ?|[ _-](?:back[ _-])?(?:to|into|in|with|from)[ _-])'
/** "Preview in production" tells where something is. */
const NO_PLACE = String.raw`(?!\S+ (?:in|with) )`
const DEED = 'deploy(?:ment)?|promotion|release|push|rollout|sync'
/** "Dev", "develop → main", "Merge staging into production", "Weekly release": nothing is named but branches. */
const BRANCHES = new RegExp(
  [
    `(?:(?:${CARRY}(?: (?:latest|branch))?(?: (?:from|to))? |(?:push|ship|roll ?out) to |update from )?${BRANCH}(?:${BETWEEN}${LINE})?(?: (?:deploy(?:ment)?|promotion|release))?)(?:${DAY})?`,
    `(?:dev|main|master|prod(?:uction)?|staging) (?:${DEED})(?:${DAY})?`,
    `(?:${CARRY}(?: (?:latest|branch))? )?${LINE}${BETWEEN}${BRANCH}(?:${DAY})?`,
    `(?:merge|sync)(?: (?:latest|from))? (?:upstream|fork|${LINE}${BETWEEN}${LINE})`,
    `(?:(?:weekly|nightly|daily|monthly|bi-?weekly|scheduled) )?(?:${DEED})${DAY}`,
    `(?:weekly|nightly|daily|monthly|bi-?weekly) (?:deploy(?:ment)?|release|rollout)|release candidate|deploy`,
  ]
    .map(form => `^${NO_PLACE}(?:${form})$`)
    .join('|'),
  'i',
)
/** What stands around names of branches: types, marks, quotes, pictures and numbers. */
const AROUND =
  /^(?:\[[\w ]{1,20}\] ?|(?:build|chore|ci|deploy|merge|release|sync)(?:\([^()]{0,40}\))?: ?)|^merge pull request #\d+ from [\w.-]+\/| ?\(#\d+\)$|["'‘’“”`]|\p{Extended_Pictographic}(?<![➡←→])\u{FE0F}?/giu

/** Does a title name nothing but branches, from one of which a pull request brings the changes of others to another? */
const namesBranches = (title: string): boolean =>
  title.length < 120 && BRANCHES.test(title.trim().replace(AROUND, '').trim())

/** A pull request that merges a branch into which others were merged, and is nothing by itself; null for any other. */
export function carrierSignal(pull: MergedPull): Signal | null {
  const { others, own } = broughtBy(pull)
  const { text } = readTitle(pull.title)
  if (others === 0) return namesBranches(pull.title) ? carries('it names branches and nothing else') : null
  const into = pull.baseBranch === null ? '' : ` into ${pull.baseBranch}`
  if (own === 0) return carries(`it only carries other merges${into}`)
  return isRelease(text) || namesBranches(text) || namesBranches(pull.headBranch ?? '')
    ? carries(`it carries other merges${into} and names nothing else`)
    : null
}

const carries = (detail: string): Signal =>
  signal({ source: 'commits', detail, weight: CARRIES, kind: 'maintenance' })
