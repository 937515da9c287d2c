import { broughtBy } from '#pulls/carrier.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type Signal, signal } from './signal.ts'
import { readTitle } from './title.ts'
import { isRelease } from './title-signals.ts'

/** More than all else together: what it carries is told by the pull requests themselves. */
const CARRIES = -20

/** "Dev", "develop → main", "Merge staging into production": nothing is named but branches. */
const BRANCH =
  '(?:the )?(?:dev(?:el(?:op(?:ment)?)?)?|main|master|trunk|next|stag(?:e|ing)|canary|beta|release|prod(?:uction)?|live|test|qa)(?: branch)?'
const BRANCHES = new RegExp(
  `^(?:(?:merge|sync|release) )?${BRANCH}(?:\\s*(?:[-=]+>|→|to|into|in|with)\\s*${BRANCH})?$`,
  'i',
)

/** A pull request that merges a branch into which others were merged, and is nothing by itself; null for any other. */
export function carrierSignal(pull: MergedPull): Signal | null {
  const { others, own } = broughtBy(pull)
  if (others === 0) return null
  const { text } = readTitle(pull.title)
  const into = pull.baseBranch === null ? '' : ` into ${pull.baseBranch}`
  if (own === 0) return carries(`it only carries other merges${into}`)
  return isRelease(text) || BRANCHES.test(text)
    ? carries(`it carries other merges${into} and names nothing else`)
    : null
}

const carries = (detail: string): Signal =>
  signal({ source: 'commits', detail, weight: CARRIES, kind: 'maintenance' })
