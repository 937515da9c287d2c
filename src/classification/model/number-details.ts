import { withoutComments } from '#kit/comments.ts'
import { remembering } from '#kit/remembering.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { phrase } from '../facts/areas.ts'
import type { Fact } from '../facts/fact.ts'
import type { Role } from '../paths/role.ts'
import { AUTHORS_TYPES, type AuthorsType } from './authors-types.ts'
import { NUMBERS, type Numbers, numberNamed, placeOfNumber } from './numbers.ts'
import { stretchesIn } from './scan.ts'

/** What a number stands for, as a clause, and where it was read. */
export type Clause = Pick<Fact, 'source' | 'detail' | 'leans'>

/** What the clauses about numbers are made from. */
export class Grounds {
  readonly pull: MergedPull
  readonly numbers: Numbers
  /** By name. */
  readonly facts: ReadonlyMap<string, Fact>
  private filesDetail: string | undefined
  private linesDetail: string | undefined
  private wordsDetail: string | undefined

  constructor(pull: MergedPull, numbers: Numbers, facts: ReadonlyMap<string, Fact>) {
    this.pull = pull
    this.numbers = numbers
    this.facts = facts
  }

  // Several numbers are told by the same clause, which is put together once.

  get files(): string {
    this.filesDetail ??= plural(this.pull.filesChanged, 'a single file changed', 'files changed')
    return this.filesDetail
  }

  get lines(): string {
    const { additions, deletions } = this.pull
    this.linesDetail ??= plural(additions + deletions, 'one line changed', 'lines changed')
    return this.linesDetail
  }

  get words(): string {
    this.wordsDetail ??= plural(
      stretchesIn(withoutComments(this.pull.body), false),
      'the description has one word',
      'words of description',
    )
    return this.wordsDetail
  }
}

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`)

type Tell = (grounds: Grounds, name: string) => string | Fact | undefined

/** Only what the description has is worth telling, not what it lacks. */
const present =
  (detail: string): Tell =>
  ({ numbers }, name) =>
    numberNamed(numbers, name) > 0 ? detail : undefined

const typed: Tell = ({ facts }) =>
  [...facts.values()].find(({ name }) => name.startsWith('type:') || name === 'breaking')
const scoped: Tell = ({ facts }) => [...facts.values()].find(({ name }) => name.startsWith('scope:'))
const files: Tell = grounds => grounds.files
const lines: Tell = grounds => grounds.lines
const tests: Tell = (grounds, name) =>
  numberNamed(grounds.numbers, 'files:test') > 0 ? ofTests(grounds, name) : 'no tests changed'
const described: Tell = grounds => grounds.facts.get('body:empty') ?? grounds.words
const listed = present('the description lists what changed')

/** Of an area that files changed in. */
function ofArea(role: Role): Tell {
  const place = placeOfNumber(`files:${role}`)
  const [only, has, touched] = [`only:${role}`, `has:${role}`, `it touches ${phrase(role)}`]
  return ({ facts, numbers }) => {
    // Neither where none did, nor where the source does not tell.
    if (!numbers[place]) return undefined
    return facts.get(only) ?? facts.get(has) ?? touched
  }
}

const ofTests = ofArea('test')

/**
 * Where it is more like this than not. Never a reason: what the change reads as is told by its kind, which weighs more than this and
 * may be another.
 */
function guessed(type: AuthorsType): Tell {
  const name = `guess:${type}`
  const detail = `changes like it are often marked “${type}”`
  const fact: Fact = { name, source: 'title', detail, leans: undefined }
  return ({ numbers }) => (numberNamed(numbers, name) > 0 ? fact : undefined)
}

const TELLS: Record<string, Tell> = {
  ...Object.fromEntries(AUTHORS_TYPES.map(type => [`guess:${type}`, guessed(type)])),
  'title:typed': typed,
  'title:breaking': typed,
  'title:scoped': scoped,
  'title:code': present('the title names something in code'),
  'title:name': present('the title names something in code'),
  'title:reference': present('the title refers to a ticket'),
  'title:quote': present('the title quotes something'),
  'title:words': ({ facts }) => facts.get('long') ?? facts.get('short'),
  'body:length': described,
  'body:words': described,
  'body:points': listed,
  'body:points-fix': listed,
  'body:points-add': listed,
  'body:points-chore': listed,
  'body:headings': present('the description has sections'),
  'body:code': present('the description shows code'),
  'body:references': present('the description refers to other issues'),
  'body:links': present('the description links to other pages'),
  'body:story': present('the description tells of before and after'),
  'size:tests': tests,
  'size:documentation': ofArea('documentation'),
  'share:tests': tests,
  'share:product': ({ facts }) =>
    facts.get('backstage:none') ?? facts.get('backstage:all') ?? facts.get('backstage:most'),
  'share:new': ({ facts }) => facts.get('new-files'),
  'spread:new-product': ({ facts }) => facts.get('new-files'),
  'share:removed': present('it removes files'),
  'share:renamed': present('it renames files'),
  'size:files': files,
  'spread:tops': files,
  'spread:folders': files,
  'spread:depth': files,
  'size:added': lines,
  'size:deleted': lines,
  'size:growth': lines,
  'size:product': lines,
  'size:largest': lines,
}

const SOURCES: Record<string, Fact['source']> = {
  title: 'title',
  body: 'body',
  files: 'path',
  lines: 'path',
  share: 'path',
}

/** How a number is told; undefined where there is nothing that a person would want to hear. */
export type Teller = (grounds: Grounds) => Clause | undefined

export const tellerOf = remembering((name): Teller => {
  const [family = '', rest = ''] = name.split(':')
  const tell: Tell | undefined = family === 'files' || family === 'lines' ? ofArea(rest as Role) : TELLS[name]
  const source = SOURCES[family] ?? 'size'
  return grounds => {
    const told = tell?.(grounds, name)
    return typeof told === 'string' ? { source, detail: told, leans: undefined } : told
  }
}, NUMBERS.length)
