import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'
import type { PlacedPath } from '../paths/placed.ts'
import { BACKSTAGE, placeOf, ROLES } from '../paths/role.ts'
import { readTitle, type TitleParts } from '../signals/title.ts'
import { AUTHORS_TYPES } from './authors-types.ts'
import { stretchesIn } from './scan.ts'

/**
 * A number for each of `NUMBERS`, NaN where the source does not tell; sizes as natural logarithms of one more, guessed types in
 * log-odds.
 */
export type Numbers = readonly number[]
type Named = Record<string, number>

const flag = (value: boolean): number => Number(value)
const { log1p } = Math

/** What numbers are taken from. */
interface Measured {
  pull: MergedPull
  title: TitleParts
  body: string
  /** The description without its code blocks, and the lines of its lists. */
  prose: string
  points: readonly string[]
  /** Of the pull request's files. */
  paths: readonly PlacedPath[]
}

/** Everything about a pull request that is counted or measured; guessed types are left open. */
export function numbersOf({ pull, title, body, prose, points, paths }: Measured): number[] {
  const row = new Row()
  row.addAll(titleNumbers(title))
  row.addAll(bodyNumbers(body, prose, points))
  // A source that tells no files has not said that none changed.
  if (pull.files.length > 0) addFileNumbers(row, pull, sumsOf(pull.files, paths))
  return row.numbers
}

/** Numbers in their order, as far as they were told. */
class Row {
  /** A copy has its room at once; an array that grows is copied each time. */
  readonly numbers = UNKNOWN.slice()
  private place = 0

  add(number: number): void {
    this.numbers[this.place++] = number
  }

  /** `Object.values` takes longer. */
  addAll(named: Named): void {
    for (const name in named) this.add(named[name] as number)
  }
}

const NAME = /[a-z0-9][A-Z]|\w_\w/
const SMALL = /^[a-z]/
const TICKET = /#\d|[A-Z]{2}-\d/
const QUOTE = /["“'‘]\w/

function titleNumbers({ type, scope, breaking, text }: TitleParts): Named {
  return {
    'title:typed': flag(type !== null),
    'title:scoped': flag(scope !== null),
    'title:breaking': flag(breaking),
    'title:words': 1 + stretchesIn(text, true),
    'title:code': flag(text.includes('`')),
    'title:name': flag(NAME.test(text)),
    'title:lower': flag(SMALL.test(text)),
    'title:reference': flag(TICKET.test(text)),
    'title:quote': flag(QUOTE.test(text)),
  }
}

/** Of a form with the flag `g`; matches are counted where they stand, none is cut out. */
function count(text: string, form: RegExp): number {
  let found = 0
  form.lastIndex = 0
  while (form.test(text)) found++
  return found
}

const HEADINGS = /^#{1,4} /gm
const REFERENCES = /#\d{2,}/g
const LINKS = /https?:/g

const FIXES = /^fix/i
const ADDS = /^(?:feat|add)/i
const CHORES = /^(?:tests?|chore|ci|lint)\b/i
const STORY = /\b(?:before|after|steps to reproduce|expected|screenshot|repro)/i

function bodyNumbers(body: string, prose: string, points: readonly string[]): Named {
  return {
    'body:length': log1p(body.length),
    'body:words': log1p(stretchesIn(prose, false)),
    'body:points': log1p(points.length),
    'body:points-fix': shareOf(points, FIXES),
    'body:points-add': shareOf(points, ADDS),
    'body:points-chore': shareOf(points, CHORES),
    'body:headings': log1p(count(prose, HEADINGS)),
    'body:code': flag(body.includes('```')),
    'body:references': log1p(count(body, REFERENCES)),
    'body:links': log1p(count(body, LINKS)),
    'body:story': flag(STORY.test(body)),
  }
}

function shareOf(points: readonly string[], form: RegExp): number {
  let found = 0
  for (const point of points) if (form.test(point)) found++
  return found / Math.max(1, points.length)
}

/** What the changed files add up to; by role in the order of `ROLES`. */
interface Sums {
  files: number[]
  lines: number[]
  changed: number
  largest: number
  byStatus: Record<ChangedFile['status'], number>
  newProduct: number
  depth: number
  /** By their keys. */
  tops: Set<number>
  folders: Set<number>
}

function addFileNumbers(row: Row, pull: MergedPull, sums: Sums): void {
  const files = Math.max(1, pull.files.length)
  const changed = Math.max(1, sums.changed)
  for (let place = 0; place < ROLES.length; place++) {
    row.add((sums.files[place] ?? 0) / files)
    row.add((sums.lines[place] ?? 0) / changed)
  }
  row.addAll(sizeNumbers(pull, sums, files, changed))
}

function sumsOf(files: readonly ChangedFile[], paths: readonly PlacedPath[]): Sums {
  const sums: Sums = {
    files: new Array<number>(ROLES.length).fill(0),
    lines: new Array<number>(ROLES.length).fill(0),
    changed: 0,
    largest: 0,
    byStatus: { added: 0, modified: 0, removed: 0, renamed: 0 },
    newProduct: 0,
    depth: 0,
    tops: new Set(),
    folders: new Set(),
  }
  for (let at = 0; at < files.length; at++) addFile(sums, files[at] as ChangedFile, paths[at] as PlacedPath)
  return sums
}

function addFile(sums: Sums, file: ChangedFile, { topKey, folder, role, rolePlace }: PlacedPath): void {
  const { additions, deletions, status } = file
  const lines = additions + deletions
  sums.files[rolePlace] = (sums.files[rolePlace] ?? 0) + 1
  sums.lines[rolePlace] = (sums.lines[rolePlace] ?? 0) + lines
  sums.changed += lines
  sums.largest = Math.max(sums.largest, lines)
  sums.byStatus[status]++
  if (status === 'added' && !BACKSTAGE.has(role)) sums.newProduct++
  sums.depth += folder.depth
  sums.tops.add(topKey)
  sums.folders.add(folder.key)
}

const PRODUCT = ROLES.filter(role => !BACKSTAGE.has(role)).map(placeOf)
const [TEST, DOCUMENTATION] = [placeOf('test'), placeOf('documentation')]

type Size = Pick<MergedPull, 'additions' | 'deletions' | 'filesChanged'>

function sizeNumbers(pull: Size, sums: Sums, files: number, changed: number): Named {
  const { additions, deletions, filesChanged } = pull
  const sum = (counts: readonly number[]) => PRODUCT.reduce((total, place) => total + (counts[place] ?? 0), 0)
  const tests = sums.lines[TEST] ?? 0
  const productLines = sum(sums.lines)
  return {
    'size:files': log1p(filesChanged),
    'size:added': log1p(additions),
    'size:deleted': log1p(deletions),
    'size:growth': additions / Math.max(1, additions + deletions),
    'size:product': log1p(productLines),
    'size:tests': log1p(tests),
    'size:documentation': log1p(sums.lines[DOCUMENTATION] ?? 0),
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

/** The names of the numbers, in the order in which they stand. */
export const NUMBERS: readonly string[] = [
  ...Object.keys(titleNumbers(readTitle(''))),
  ...Object.keys(bodyNumbers('', '', [])),
  ...ROLES.flatMap(role => [`files:${role}`, `lines:${role}`]),
  ...Object.keys(sizeNumbers({ additions: 0, deletions: 0, filesChanged: 0 }, sumsOf([], []), 1, 1)),
  ...AUTHORS_TYPES.map(type => `guess:${type}`),
]
const UNKNOWN = NUMBERS.map(() => Number.NaN)

/** From here on stand the guessed types. */
export const FIRST_GUESS = NUMBERS.length - AUTHORS_TYPES.length

const PLACES: ReadonlyMap<string, number> = new Map(NUMBERS.map((name, place) => [name, place]))

/** Among `NUMBERS`; below zero for no number. */
export const placeOfNumber = (name: string): number => PLACES.get(name) ?? -1

/** NaN where the source does not tell. */
export const numberNamed = (numbers: Numbers, name: string): number =>
  numbers[placeOfNumber(name)] ?? Number.NaN
