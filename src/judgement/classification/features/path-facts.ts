import type { MergedPull } from '#pulls/pull-request.ts'
import type { Visibility } from '../classification.ts'
import type { Fact } from './fact.ts'
import { BACKSTAGE, FILE_ROLES, type FileRole, ROLE_PHRASES, roleOf } from './file-role.ts'

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
