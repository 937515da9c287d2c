import { withoutComments } from '#platform/markup/markup.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Visibility } from '../classification.ts'
import type { Fact } from './fact.ts'

const FORMS = {
  closes: /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:https?:\/\/\S+\/issues\/\d+|[\w./-]*#\d+)/i,
  screenshot:
    /^[^\w\n\r\u2028\u2029]*screenshots?\b.{0,20}$|!\[|<img|\.(?:png|gif|jpe?g|mp4)\b|screen recording/im,
  'no-change':
    /no (?:functional|behaviou?r(?:al)?|user[- ](?:facing|visible)) changes?|not user[- ](?:facing|visible)|non[- ]functional/i,
  flaky: /\bflak(?:y|e|es|iness)\b/i,
  tidying: /\b(?:refactor\w*|clean(?:s|ed|ing)?[ -]?up|tech(?:nical)? debt|lint\w*|eslint)\b/i,
  'follow-up':
    /\bfollow[- ]?up\b|\bin (?:a|the) (?:next|future|later|subsequent) (?:pr|pull|commit|change)|\b(?:first|second|next) step\b|\bpart of #\d+/i,
  gated:
    /\b(?:behind|under) (?:a |an |the )?(?:feature[- ])?(?:flag|toggle|experiment)|feature[- ]flag|not yet (?:released|enabled)|unreleased/i,
  people: /\b(?:users?|customers?|merchants?|admins?)\b/i,
  regression: /\bregression|\bbug report|\breported (?:by|in)|steps to reproduce|\brepro(?:duce|duction)?\b/i,
  breaking: /\bbreaking[ -]change/i,
  now: /\b(?:now (?:supports?|allows?|possible|works?|shows?|returns?|uses?)|can now|adds? support|new (?:option|setting|command|flag|endpoint|page|api))\b/i,
  'test-plan': /\b(?:test plan|testing instructions|how to test|manual(?:ly)? (?:test|verif)|to test)\b/i,
  pipeline: /\b(?:ci|github actions?|workflow|pipeline|buildkite|dependabot|renovate)\b/i,
}

const DETAILS: Record<keyof typeof FORMS, readonly [detail: string, side?: Visibility]> = {
  closes: ['it closes an issue', 'user-facing'],
  screenshot: ['the description shows pictures', 'user-facing'],
  'no-change': ['the description says that nothing changes for users', 'internal'],
  flaky: ['the description speaks of flaky tests', 'internal'],
  tidying: ['the description speaks of tidying up', 'internal'],
  'follow-up': ['it is one step of a longer work', 'internal'],
  gated: ['the description speaks of a feature flag or of unreleased work', 'internal'],
  people: ['the description speaks of users', 'user-facing'],
  regression: ['the description tells of a reported fault', 'user-facing'],
  breaking: ['the description speaks of a breaking change', 'user-facing'],
  now: ['the description tells what is possible now', 'user-facing'],
  'test-plan': ['the description tells how to try it'],
  pipeline: ['the description speaks of CI or other automation'],
}

const PHRASES = Object.entries(FORMS).map(([name, form]) => {
  const [detail, side] = DETAILS[name as keyof typeof FORMS]
  const fact: Fact = { name: `body:${name}`, source: 'body', detail, side }
  return { form, fact }
})

const EMPTY: Fact = { name: 'body:empty', source: 'body', detail: 'there is no description' }

const CHARACTERS_READ = 4_000

export function bodyFacts({ body }: Pick<MergedPull, 'body'>): Fact[] {
  const start = withoutComments(body).slice(0, CHARACTERS_READ)
  if (start.trim() === '') return [EMPTY]
  return PHRASES.filter(({ form }) => form.test(start)).map(({ fact }) => fact)
}
