import { withoutComments } from '#kit/comments.ts'
import { Keywords } from '#kit/keywords.ts'
import { spread } from '#kit/stretch.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Visibility } from '../classification.ts'
import type { Fact } from './fact.ts'

/** A turn of phrase in a description. */
interface Phrase {
  name: string
  form: RegExp
  /** Whatever the form finds has one of these in it. */
  signs: readonly string[]
  /** How a reason names it. */
  detail: string
  /** Which side a person takes it to speak for. */
  leans?: Visibility
}

export const PHRASES: readonly Phrase[] = [
  {
    name: 'closes',
    form: /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:https?:\/\/\S+\/issues\/\d+|[\w./-]*#\d+)/i,
    signs: ['close', 'fix', 'resolve'],
    detail: 'it closes an issue',
    leans: 'user-facing',
  },
  {
    name: 'screenshot',
    form: /^[^\w\n\r\u2028\u2029]*screenshots?\b.{0,20}$|!\[|<img|\.(?:png|gif|jpe?g|mp4)\b|screen recording/im,
    signs: ['screenshot', '![', '<img', '.png', '.gif', '.jp', '.mp4', 'screen recording'],
    detail: 'the description shows pictures',
    leans: 'user-facing',
  },
  {
    name: 'no-change',
    form: /no (?:functional|behaviou?r(?:al)?|user[- ](?:facing|visible)) changes?|not user[- ](?:facing|visible)|non[- ]functional/i,
    signs: ['functional', 'behavio', 'facing', 'visible'],
    detail: 'the description says that nothing changes for users',
    leans: 'internal',
  },
  {
    name: 'flaky',
    form: /\bflak(?:y|e|es|iness)\b/i,
    signs: ['flak'],
    detail: 'the description speaks of flaky tests',
    leans: 'internal',
  },
  {
    name: 'tidying',
    form: /\b(?:refactor\w*|clean(?:s|ed|ing)?[ -]?up|tech(?:nical)? debt|lint\w*|eslint)\b/i,
    signs: ['refactor', 'clean', 'debt', 'lint'],
    detail: 'the description speaks of tidying up',
    leans: 'internal',
  },
  {
    name: 'follow-up',
    form: /\bfollow[- ]?up\b|\bin (?:a|the) (?:next|future|later|subsequent) (?:pr|pull|commit|change)|\b(?:first|second|next) step\b|\bpart of #\d+/i,
    signs: ['follow', 'next', 'future', 'later', 'subsequent', 'step', 'part of #'],
    detail: 'it is one step of a longer work',
    leans: 'internal',
  },
  {
    name: 'gated',
    form: /\b(?:behind|under) (?:a |an |the )?(?:feature[- ])?(?:flag|toggle|experiment)|feature[- ]flag|site setting|not yet (?:released|enabled)|unreleased/i,
    signs: ['flag', 'toggle', 'experiment', 'site setting', 'not yet', 'unreleased'],
    detail: 'the description speaks of a feature flag or of unreleased work',
    leans: 'internal',
  },
  {
    name: 'people',
    form: /\b(?:users?|customers?|merchants?|admins?|shoppers?)\b/i,
    signs: ['user', 'customer', 'merchant', 'admin', 'shopper'],
    detail: 'the description speaks of users',
    leans: 'user-facing',
  },
  {
    name: 'regression',
    form: /\bregression|\bbug report|\breported (?:by|in)|steps to reproduce|\brepro(?:duce|duction)?\b/i,
    signs: ['regression', 'bug report', 'reported', 'repro'],
    detail: 'the description tells of a reported fault',
    leans: 'user-facing',
  },
  {
    name: 'breaking',
    form: /\bbreaking[ -]change/i,
    signs: ['breaking'],
    detail: 'the description speaks of a breaking change',
    leans: 'user-facing',
  },
  {
    name: 'now',
    form: /\b(?:now (?:supports?|allows?|possible|works?|shows?|returns?|uses?)|can now|adds? support|new (?:option|setting|command|flag|endpoint|page|api))\b/i,
    signs: ['now ', 'can now', ' support', 'new '],
    detail: 'the description tells what is possible now',
    leans: 'user-facing',
  },
  {
    name: 'test-plan',
    form: /\b(?:test plan|testing instructions|how to test|manual(?:ly)? (?:test|verif)|to test)\b/i,
    signs: ['test plan', 'testing instructions', 'to test', 'manual'],
    detail: 'the description tells how to try it',
  },
  {
    name: 'pipeline',
    form: /\b(?:ci|github actions?|workflow|pipeline|buildkite|dependabot|renovate)\b/i,
    signs: ['ci', 'github action', 'workflow', 'pipeline', 'buildkite', 'dependabot', 'renovate'],
    detail: 'the description speaks of CI or other automation',
  },
]

const TURNS = PHRASES.map(({ name, form, detail, leans }) => {
  const fact: Fact = { name: `body:${name}`, source: 'body', detail, leans }
  return { form, fact }
})
/** Most descriptions have the signs of a few phrases only, and to look for all signs at once takes no longer than for one phrase. */
const SIGNS = new Keywords(PHRASES.map(({ signs }) => signs))

const EMPTY: Fact = {
  name: 'body:empty',
  source: 'body',
  detail: 'there is no description',
  leans: undefined,
}

const READ = 4_000

/** What the description and the size tell. */
export function bodyFacts({ body }: Pick<MergedPull, 'body'>): Fact[] {
  const start = withoutComments(body).slice(0, READ)
  if (start.trim() === '') return [EMPTY]
  const signs = SIGNS.heldIn(spread(start))
  return TURNS.filter(({ form }, at) => (signs & (1 << at)) !== 0 && form.test(start)).map(({ fact }) => fact)
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
