import { readTitle } from '#judgement/classification/record/title.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Visibility } from '../classification.ts'
import type { Fact } from './fact.ts'
import { BACKSTAGE, FILE_ROLES, type FileRole, ROLE_PHRASES, roleOf } from './file-role.ts'
import { featureNumbersOf, type Numbers } from './numbers.ts'
import { withoutProductWords } from './product-words.ts'
import { titleFacts } from './title-facts.ts'
import { featureWordsOf, type Word } from './words.ts'

/** A pull request as the model sees it: neither its repository, nor its number, nor its author is in it. */
export interface Features {
  facts: readonly Fact[]
  numbers: Numbers
  words: readonly Word[]
}

const BODY_READ = 1_500
const NO_WORDS: ReadonlySet<string> = new Set()

/** `productWords`: stems of nouns that name things of the repository's own product. */
export function featuresOf(pull: MergedPull, productWords = NO_WORDS): Features {
  const parts = readTitle(pull.title)
  const title = { ...parts, text: withoutProductWords(parts.text, productWords) }
  const body = withoutComments(pull.body).slice(0, BODY_READ)
  const prose = body.replace(/```[\s\S]*?(?:```|$)/g, ' ')
  return {
    facts: [...titleFacts(title, mayChangeTests(pull)), ...pathFacts(pull), ...bodyFacts(pull)],
    numbers: featureNumbersOf(pull, title, body, prose),
    words: featureWordsOf(title.text, prose, pull.files),
  }
}

/** Whether tests may be among what changed: some are, nothing of the product changed, or not all files are known. */
function mayChangeTests({ files, filesChanged }: MergedPull): boolean {
  const roles = files.map(({ path }) => roleOf(path))
  return files.length < filesChanged || roles.includes('test') || roles.every(role => BACKSTAGE.has(role))
}

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
  people: ['the description mentions users', 'user-facing'],
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

/** Parts of a repository that customers use as they are. */
const SEEN: ReadonlySet<FileRole> = new Set<FileRole>([
  'interface',
  'style',
  'asset',
  'translation',
  'source',
])
/** Files that count as CI by where they are and tell people how to work on the repository. */
const REPOSITORY_SETTINGS =
  /(?:^|\/)\.(?:github|gitlab)\/(?:[\w-]+_template\b|issue_templates\/|codeowners$|funding\.yml$)/i

const fact = (name: string, detail: string, side?: Visibility): Fact => ({
  name,
  source: 'path',
  detail,
  side,
})

export function pathFacts({ files, filesChanged }: Pick<MergedPull, 'files' | 'filesChanged'>): Fact[] {
  if (files.length === 0) return []
  const counts = new Map<FileRole, number>()
  for (const { path } of files) counts.set(roleOf(path), (counts.get(roleOf(path)) ?? 0) + 1)
  const roles = FILE_ROLES.filter(role => counts.has(role))
  // Where the source lists only some of the changed files, no fact is about all of them.
  const isWhole = filesChanged <= files.length
  if (
    isWhole &&
    counts.get('ci') === files.length &&
    files.every(({ path }) => REPOSITORY_SETTINGS.test(path))
  )
    return aloneFacts('ci', 'only templates and settings of the repository changed')
  const added = files.filter(({ status, path }) => status === 'added' && !BACKSTAGE.has(roleOf(path))).length
  return [
    ...(isWhole ? wholeFacts(roles, counts, files.length) : []),
    ...partFacts(roles),
    ...newFileFacts(added),
  ]
}

/** Whether a change is about the product, about what is behind it, or about both. */
function wholeFacts(
  roles: readonly FileRole[],
  counts: ReadonlyMap<FileRole, number>,
  total: number,
): Fact[] {
  const [first = 'other', ...others] = roles
  if (others.length === 0) return aloneFacts(first, `only ${ROLE_PHRASES[first]} changed`)
  const backstage = roles.filter(role => BACKSTAGE.has(role))
  if (backstage.length === 0)
    return [fact('backstage:none', 'only the product itself changed', 'user-facing')]
  const behind = backstage.reduce((sum, role) => sum + (counts.get(role) ?? 0), 0)
  const names = areaNames(backstage, counts)
  const only = `only ${names} changed`
  if (behind === total)
    return [fact(`only:${mixtureOf(roles)}`, only, 'internal'), fact('backstage:all', only, 'internal')]
  if (behind <= 0.6 * total) return []
  return [fact('backstage:most', `${behind} of ${total} changed files are ${names}`, 'internal')]
}

function aloneFacts(role: FileRole, detail: string): Fact[] {
  const behind = BACKSTAGE.has(role)
  const side = behind ? 'internal' : SEEN.has(role) ? 'user-facing' : undefined
  return [fact(`only:${role}`, detail, side), fact(behind ? 'backstage:all' : 'backstage:none', detail, side)]
}

/** Builds and dependencies sometimes reach customers; the other areas together hardly ever do. */
const mixtureOf = (roles: readonly FileRole[]): string =>
  roles.some(role => role === 'build' || role === 'dependencies' || role === 'lockfile')
    ? 'mixed'
    : 'backstage'

/** "CI workflows, tests and documentation"; of more than three the two with the most files. */
function areaNames(roles: readonly FileRole[], counts: ReadonlyMap<FileRole, number>): string {
  if (roles.length > 3) {
    const most = roles.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, 2)
    return `${most.map(role => ROLE_PHRASES[role]).join(', ')} and the like`
  }
  const names = roles.map(role => ROLE_PHRASES[role])
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** A fact for each area that the change touches, where it touches several. */
function partFacts(roles: readonly FileRole[]): Fact[] {
  if (roles.length < 2) return []
  const product = roles.includes('source') || roles.includes('interface')
  const facts = roles.map(role => {
    const tested = role === 'test' && product
    const detail = tested ? 'the product changed together with its tests' : `it touches ${ROLE_PHRASES[role]}`
    return fact(`has:${role}`, detail, role === 'interface' ? 'user-facing' : undefined)
  })
  if (!product || !roles.includes('documentation')) return facts
  const documented = 'the product changed together with its documentation'
  return [...facts, fact('documented', documented, 'user-facing')]
}

function newFileFacts(added: number): Fact[] {
  if (added === 0) return []
  const detail = added === 1 ? 'it adds a file to the product' : `it adds ${added} files to the product`
  return [fact('new-files', detail, 'user-facing')]
}
