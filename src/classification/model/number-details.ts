import { remembering } from '#kit/remembering.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { phrase } from '../facts/areas.ts'
import type { Fact } from '../facts/fact.ts'
import type { Role } from '../paths/role.ts'
import { NUMBERS, type Numbers, numberNamed } from './numbers.ts'

/** What a number stands for, as a clause, and where it was read. */
export type Clause = Pick<Fact, 'source' | 'detail' | 'leans'>

/** What the clauses about numbers are made from. */
export interface Grounds {
  pull: MergedPull
  numbers: Numbers
  /** By name. */
  facts: ReadonlyMap<string, Fact>
}

type Tell = (grounds: Grounds, name: string) => string | Fact | undefined

/** Only what the description has is worth telling, not what it lacks. */
const present =
  (detail: string): Tell =>
  ({ numbers }, name) =>
    numberNamed(numbers, name) > 0 ? detail : undefined

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`)

const typed: Tell = ({ facts }) =>
  [...facts.values()].find(({ name }) => name.startsWith('type:') || name === 'breaking')
const scoped: Tell = ({ facts }) => [...facts.values()].find(({ name }) => name.startsWith('scope:'))
const files: Tell = ({ pull }) => plural(pull.filesChanged, 'a single file changed', 'files changed')
const lines: Tell = ({ pull }) => plural(pull.additions + pull.deletions, 'one line changed', 'lines changed')
const tests: Tell = grounds =>
  numberNamed(grounds.numbers, 'files:test') > 0 ? area(grounds, 'test') : 'no tests changed'
const described: Tell = ({ facts, pull }) =>
  facts.get('body:empty') ??
  plural(pull.body.trim().split(/\s+/).length, 'the description has one word', 'words of description')
const listed = present('the description lists what changed')

/** Of an area that files changed in. */
function area({ facts, numbers }: Grounds, role: string): string | Fact | undefined {
  if (!numberNamed(numbers, `files:${role}`)) return undefined
  return facts.get(`only:${role}`) ?? facts.get(`has:${role}`) ?? `it touches ${phrase(role as Role)}`
}

const TELLS: Record<string, Tell> = {
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
  'size:documentation': grounds => area(grounds, 'documentation'),
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

/** How a number is told. */
type Teller = (grounds: Grounds) => Clause | undefined

/** Undefined where there is nothing that a person would want to hear. */
export const numberClause = (name: string, grounds: Grounds): Clause | undefined => tellerOf(name)(grounds)

const tellerOf = remembering((name): Teller => {
  const [family = '', rest = ''] = name.split(':')
  const ofArea = family === 'files' || family === 'lines'
  const tell: Tell | undefined = ofArea ? grounds => area(grounds, rest) : TELLS[name]
  const source = SOURCES[family] ?? 'size'
  return grounds => {
    const told = tell?.(grounds, name)
    return typeof told === 'string' ? { source, detail: told, leans: undefined } : told
  }
}, NUMBERS.length)
