import { broughtBy } from '#pulls/carrier.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type Signal, signal } from './signal.ts'
import { readTitle } from './title.ts'
import { isRelease } from './title-signals.ts'

/** The weight of a merge that carries others: more than all else together, since those pull requests tell what it carries. */
const CARRIES = -20

/** "Dev", "develop → main", "Merge staging into production": nothing is named but branches. */
const BRANCH =
  '(?:the )?(?:origin/|upstream/)?(?:dev(?:el(?:op(?:ment)?)?)?|main|master|trunk|next|stag(?:e|ing)|canary|beta|release|prod(?:uction)?|live|test|qa|uat|preprod)(?: branch)?'
const DAY = String.raw` \(?(?:(?:on|of|for) )?(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{1,2}[-.]\d{1,2}[-.]\d{4}|\d{1,2}\.? [a-z]{3,9}(?: \d{4})?)\)?`
const BRANCHES = new RegExp(
  `^(?:(?:(?:(?:back-?)?merge|sync|release|promote|deploy)s?(?: (?:from|to))? )?${BRANCH}(?: ?(?:[-=]+>|<[-=]+|→|←|\\b(?:back )?(?:to|into|in|with)\\b) ?${BRANCH})?(?: (?:deploy(?:ment)?|promotion|release))?(?:${DAY})?|(?:deploy(?:ment)?|promotion)${DAY})$`,
  'i',
)

/** Does a title name nothing but branches, from one of which a pull request brings the changes of others to another? */
const namesBranches = (title: string): boolean => title.length < 120 && BRANCHES.test(title.trim())

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
