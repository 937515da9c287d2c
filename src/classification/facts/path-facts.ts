import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'
import type { Visibility } from '../classification.ts'
import { pathsOf } from '../paths/placed.ts'
import { BACKSTAGE, placeOf, ROLES, type Role } from '../paths/role.ts'
import { areaNames, phrase } from './areas.ts'
import type { Fact } from './fact.ts'

const fact = (name: string, detail: string, leans?: Visibility): Fact => ({
  name,
  source: 'path',
  detail,
  leans,
})

/** Parts that customers meet as they are. */
const ON_STAGE: ReadonlySet<Role> = new Set<Role>(['interface', 'style', 'asset', 'translation', 'source'])

/** What the changed files tell by where they are. */
export function pathFacts({ files, filesChanged }: Pick<MergedPull, 'files' | 'filesChanged'>): Fact[] {
  if (files.length === 0) return []
  const counts = countsOf(files)
  const roles = ROLES.filter((_, place) => (counts[place] ?? 0) > 0)
  // Of a longer list nobody knows what the rest is.
  const isWhole = filesChanged <= files.length
  if (isWhole && counts[CI] === files.length && files.every(({ path }) => MANNERS.test(path)))
    return OF_MANNERS
  return [
    ...(isWhole ? wholeFacts(roles, counts, files.length) : []),
    ...partFacts(roles),
    ...pairFacts(roles),
    ...newFileFacts(newInProduct(files)),
  ]
}

const CI = placeOf('ci')

/** How many files have each role, by its place among `ROLES`. */
function countsOf(files: readonly ChangedFile[]): number[] {
  const counts = ROLES.map(() => 0)
  for (const { rolePlace } of pathsOf(files)) counts[rolePlace] = (counts[rolePlace] ?? 0) + 1
  return counts
}

function newInProduct(files: readonly ChangedFile[]): number {
  const paths = pathsOf(files)
  return files.filter(({ status }, at) => status === 'added' && !BACKSTAGE.has(paths[at]?.role ?? 'other'))
    .length
}

/** Of files that count as CI because of where they are, those that tell people how to work on the repository. */
const MANNERS =
  /(?:^|\/)\.(?:github|gitlab)\/(?:[\w-]+_template\b|issue_templates\/|codeowners$|funding\.yml$)/i

/** How the change as a whole divides. */
function wholeFacts(roles: Role[], counts: readonly number[], total: number): Fact[] {
  const backstage = roles.filter(role => BACKSTAGE.has(role))
  const countOf = (role: Role) => counts[placeOf(role)] ?? 0
  const behind = backstage.reduce((sum, role) => sum + countOf(role), 0)
  const [first = 'other', ...others] = roles
  if (others.length === 0) return ALONE.get(first) ?? []
  if (behind === 0) return [PRODUCT_ALONE]
  const names = areaNames(backstage, countOf)
  if (behind === total) return backstageFacts(roles, names)
  return behind > 0.6 * total ? [mostFact(behind, total, names)] : []
}

const PRODUCT_ALONE = fact('backstage:none', 'only the product itself changed', 'user-facing')

const mostFact = (behind: number, total: number, names: string): Fact =>
  fact('backstage:most', `${behind} of ${total} changed files are ${names}`, 'internal')

function backstageFacts(roles: Role[], names: string): Fact[] {
  const only = `only ${names} changed`
  return [fact(`only:${mixture(roles)}`, only, 'internal'), fact('backstage:all', only, 'internal')]
}

const leanOf = (role: Role): Visibility | undefined => (ON_STAGE.has(role) ? 'user-facing' : undefined)

/** Of changes that touch one area alone. */
const ALONE: ReadonlyMap<Role, Fact[]> = new Map(ROLES.map(role => [role, aloneFacts(role)]))

function aloneFacts(role: Role): Fact[] {
  const behind = BACKSTAGE.has(role)
  const only = `only ${phrase(role)} changed`
  const leans = behind ? 'internal' : leanOf(role)
  return [fact(`only:${role}`, only, leans), fact(behind ? 'backstage:all' : 'backstage:none', only, leans)]
}

const OF_MANNERS: Fact[] = aloneFacts('ci').map(one => ({
  ...one,
  detail: 'only templates and settings of the repository changed',
}))

/** What is built and what it depends on sometimes reaches customers; the other areas together hardly ever do. */
const mixture = (roles: Role[]): string =>
  roles.some(role => role === 'build' || role === 'dependencies' || role === 'lockfile')
    ? 'mixed'
    : 'backstage'

const part = (role: Role, detail: string): Fact =>
  fact(`has:${role}`, detail, role === 'interface' ? 'user-facing' : undefined)
const PARTS: ReadonlyMap<Role, Fact> = new Map(
  ROLES.map(role => [role, part(role, `it touches ${phrase(role)}`)]),
)
const WITH_TESTS = part('test', 'the product changed together with its tests')

/** Each area that the change touches beside others. */
function partFacts(roles: Role[]): Fact[] {
  if (roles.length < 2) return []
  const product = roles.includes('source') || roles.includes('interface')
  return roles.flatMap(role => (role === 'test' && product ? WITH_TESTS : (PARTS.get(role) ?? [])))
}

const DOCUMENTED = fact('documented', 'the product changed together with its documentation', 'user-facing')

/** What is worth describing to users is mostly worth telling them. */
const pairFacts = (roles: Role[]): Fact[] =>
  roles.includes('documentation') && (roles.includes('source') || roles.includes('interface'))
    ? [DOCUMENTED]
    : []

function newFileFacts(added: number): Fact[] {
  if (added === 0) return []
  return [
    fact(
      'new-files',
      added === 1 ? 'it adds a file to the product' : `it adds ${added} files to the product`,
      'user-facing',
    ),
  ]
}
