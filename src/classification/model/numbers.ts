import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'
import { BACKSTAGE, ROLES, type Role } from '../paths/role.ts'
import type { TitleParts } from '../signals/title.ts'
import { readPath } from './known-path.ts'
import { pointsOf } from './text-tokens.ts'

/** Everything about a pull request that is counted or measured; sizes as natural logarithms of one more. */
export type Numbers = ReadonlyMap<string, number>
type Named = Record<string, number>

const flag = (value: boolean): number => Number(value)
const { log1p } = Math

/** `prose` is the description without its code blocks. */
export function numbersOf(pull: MergedPull, title: TitleParts, body: string, prose: string): Numbers {
  const numbers = new Map<string, number>()
  addAll(numbers, titleNumbers(title))
  addAll(numbers, bodyNumbers(body, prose))
  // A source that tells no files has not said that none changed.
  if (pull.files.length > 0) addFiles(numbers, pull)
  return numbers
}

function addAll(numbers: Map<string, number>, named: Named): void {
  for (const name in named) numbers.set(name, named[name] ?? 0)
}

function titleNumbers({ type, scope, breaking, text }: TitleParts): Named {
  return {
    'title:typed': flag(type !== null),
    'title:scoped': flag(scope !== null),
    'title:breaking': flag(breaking),
    'title:words': text.split(/\s+/).length,
    'title:code': flag(text.includes('`')),
    'title:name': flag(/[a-z0-9][A-Z]|\w_\w/.test(text)),
    'title:lower': flag(/^[a-z]/.test(text)),
    'title:reference': flag(/#\d+|[A-Z]{2,}-\d+/.test(text)),
    'title:quote': flag(/["“'‘]\w/.test(text)),
  }
}

const count = (text: string, form: RegExp): number => text.match(form)?.length ?? 0

function bodyNumbers(body: string, prose: string): Named {
  const points = pointsOf(prose)
  const share = (form: RegExp) => points.filter(point => form.test(point)).length / Math.max(1, points.length)
  return {
    'body:length': log1p(body.length),
    'body:words': log1p(count(prose, /\S+/g)),
    'body:points': log1p(points.length),
    'body:points-fix': share(/^fix/i),
    'body:points-add': share(/^(?:feat|add)/i),
    'body:points-chore': share(/^(?:tests?|chore|ci|lint)\b/i),
    'body:headings': log1p(count(prose, /^#{1,4} /gm)),
    'body:code': flag(body.includes('```')),
    'body:references': log1p(count(body, /#\d{2,}/g)),
    'body:links': log1p(count(body, /https?:/g)),
    'body:story': flag(/\b(?:before|after|steps to reproduce|expected|screenshot|repro)/i.test(body)),
  }
}

/** What the changed files add up to. */
interface Sums {
  files: Map<Role, number>
  lines: Map<Role, number>
  changed: number
  largest: number
  byStatus: Record<ChangedFile['status'], number>
  newProduct: number
  depth: number
  tops: Set<string>
  folders: Set<string>
}

const BY_ROLE = ROLES.map(role => ({ role, files: `files:${role}`, lines: `lines:${role}` }))

function addFiles(numbers: Map<string, number>, pull: MergedPull): void {
  const sums = sumsOf(pull.files)
  const files = Math.max(1, pull.files.length)
  const changed = Math.max(1, sums.changed)
  for (const name of BY_ROLE) {
    numbers.set(name.files, (sums.files.get(name.role) ?? 0) / files)
    numbers.set(name.lines, (sums.lines.get(name.role) ?? 0) / changed)
  }
  addAll(numbers, sizeNumbers(pull, sums, files, changed))
}

function sumsOf(files: readonly ChangedFile[]): Sums {
  const sums: Sums = {
    files: new Map(),
    lines: new Map(),
    changed: 0,
    largest: 0,
    byStatus: { added: 0, modified: 0, removed: 0, renamed: 0 },
    newProduct: 0,
    depth: 0,
    tops: new Set(),
    folders: new Set(),
  }
  for (const file of files) addFile(sums, file)
  return sums
}

function addFile(sums: Sums, { path, additions, deletions, status }: ChangedFile): void {
  const { role, folder, top, depth } = readPath(path)
  const lines = additions + deletions
  sums.files.set(role, (sums.files.get(role) ?? 0) + 1)
  sums.lines.set(role, (sums.lines.get(role) ?? 0) + lines)
  sums.changed += lines
  sums.largest = Math.max(sums.largest, lines)
  sums.byStatus[status]++
  if (status === 'added' && !BACKSTAGE.has(role)) sums.newProduct++
  sums.depth += depth
  sums.tops.add(top)
  sums.folders.add(folder)
}

const PRODUCT = ROLES.filter(role => !BACKSTAGE.has(role))

function sizeNumbers(pull: MergedPull, sums: Sums, files: number, changed: number): Named {
  const { additions, deletions, filesChanged } = pull
  const sum = (counts: ReadonlyMap<Role, number>) =>
    PRODUCT.reduce((total, role) => total + (counts.get(role) ?? 0), 0)
  const tests = sums.lines.get('test') ?? 0
  const productLines = sum(sums.lines)
  return {
    'size:files': log1p(filesChanged),
    'size:added': log1p(additions),
    'size:deleted': log1p(deletions),
    'size:growth': additions / Math.max(1, additions + deletions),
    'size:product': log1p(productLines),
    'size:tests': log1p(tests),
    'size:documentation': log1p(sums.lines.get('documentation') ?? 0),
    'size:largest': sums.largest / changed,
    'share:tests': tests / Math.max(1, productLines + tests),
    'share:product': sum(sums.files) / files,
    'share:new': sums.byStatus.added / files,
    'share:removed': sums.byStatus.removed / files,
    'share:renamed': sums.byStatus.renamed / files,
    'spread:new-product': log1p(sums.newProduct),
    'spread:tops': log1p(sums.tops.size),
    'spread:folders': log1p(sums.folders.size),
    'spread:depth': sums.depth / files,
  }
}
