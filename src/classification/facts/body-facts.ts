import type { MergedPull } from '#pulls/pull-request.ts'
import type { Visibility } from '../classification.ts'
import type { Fact } from './fact.ts'

/** Turns of phrase in a description, and how a reason names them. */
const PHRASES: [string, RegExp, string][] = [
  [
    'closes',
    /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:https?:\/\/\S+\/issues\/\d+|[\w./-]*#\d+)/i,
    'it closes an issue',
  ],
  [
    'screenshot',
    /^\W*screenshots?\b.{0,20}$|!\[|<img|\.(?:png|gif|jpe?g|mp4)\b|screen recording/im,
    'the description shows pictures',
  ],
  [
    'no-change',
    /no (?:functional|behaviou?r(?:al)?|user[- ](?:facing|visible)) changes?|not user[- ](?:facing|visible)|non[- ]functional/i,
    'the description says that nothing changes for users',
  ],
  ['flaky', /\bflak(?:y|e|es|iness)\b/i, 'the description speaks of flaky tests'],
  [
    'tidying',
    /\b(?:refactor\w*|clean(?:s|ed|ing)?[ -]?up|tech(?:nical)? debt|lint\w*|eslint)\b/i,
    'the description speaks of tidying up',
  ],
  [
    'follow-up',
    /\bfollow[- ]?up\b|\bin (?:a|the) (?:next|future|later|subsequent) (?:pr|pull|commit|change)|\b(?:first|second|next) step\b|\bpart of #\d+/i,
    'it is one step of a longer work',
  ],
  [
    'gated',
    /\b(?:behind|under) (?:a |an |the )?(?:feature[- ])?(?:flag|toggle|experiment)|feature[- ]flag|site setting|not yet (?:released|enabled)|unreleased/i,
    'the description speaks of a feature flag or of unreleased work',
  ],
  ['people', /\b(?:users?|customers?|merchants?|admins?|shoppers?)\b/i, 'the description speaks of users'],
  [
    'regression',
    /\bregression|\bbug report|\breported (?:by|in)|steps to reproduce|\brepro(?:duce|duction)?\b/i,
    'the description tells of a reported fault',
  ],
  ['breaking', /\bbreaking[ -]change/i, 'the description speaks of a breaking change'],
  [
    'now',
    /\b(?:now (?:supports?|allows?|possible|works?|shows?|returns?|uses?)|can now|adds? support|new (?:option|setting|command|flag|endpoint|page|api))\b/i,
    'the description tells what is possible now',
  ],
  [
    'test-plan',
    /\b(?:test plan|testing instructions|how to test|manual(?:ly)? (?:test|verif)|to test)\b/i,
    'the description tells how to try it',
  ],
  [
    'pipeline',
    /\b(?:ci|github actions?|workflow|pipeline|buildkite|dependabot|renovate)\b/i,
    'the description speaks of CI or other automation',
  ],
]

/** Which side a person takes a turn of phrase to speak for. */
const LEANS: Record<string, Visibility> = {
  closes: 'user-facing',
  screenshot: 'user-facing',
  people: 'user-facing',
  regression: 'user-facing',
  breaking: 'user-facing',
  now: 'user-facing',
  'no-change': 'internal',
  flaky: 'internal',
  tidying: 'internal',
  'follow-up': 'internal',
  gated: 'internal',
}

const TURNS = PHRASES.map(([name, form, detail]) => {
  const fact: Fact = {
    name: `body:${name}`,
    source: 'body',
    detail,
    leans: LEANS[name],
  }
  return { form, fact }
})
const EMPTY: Fact = {
  name: 'body:empty',
  source: 'body',
  detail: 'there is no description',
  leans: undefined,
}

const READ = 4_000

/** What the description and the size tell. */
export function bodyFacts({ body }: Pick<MergedPull, 'body'>): Fact[] {
  const start = body.slice(0, READ)
  if (start.trim() === '') return [EMPTY]
  return TURNS.filter(({ form }) => form.test(start)).map(({ fact }) => fact)
}

const SIZES: [number, string][] = [
  [10, 'tiny'],
  [50, 'small'],
  [250, 'middling'],
  [1_000, 'large'],
  [Number.POSITIVE_INFINITY, 'huge'],
]

const lines = (count: number) => (count === 1 ? 'one line changed' : `${count} lines changed`)

export function sizeFacts(pull: Pick<MergedPull, 'additions' | 'deletions' | 'filesChanged'>): Fact[] {
  if (pull.filesChanged === 0) return []
  const changed = pull.additions + pull.deletions
  const [, size] = SIZES.find(([limit]) => changed < limit) ?? [0, 'huge']
  const facts = [sizeFact(`size:${size}`, lines(changed))]
  if (pull.filesChanged > 20) facts.push(sizeFact('files:many', `${pull.filesChanged} files changed`))
  if (pull.filesChanged === 1) facts.push(sizeFact('files:one', 'a single file changed'))
  if (pull.deletions > 20 && pull.deletions > 3 * pull.additions)
    facts.push(sizeFact('size:shrinks', 'it takes away more than it adds'))
  return facts
}

const sizeFact = (name: string, detail: string): Fact => ({ name, source: 'size', detail, leans: undefined })
