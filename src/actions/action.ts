import { sql } from 'kysely'
import { z } from 'zod'
import type { Change } from '#accounts/activity.ts'
import { requireStaying } from '#accounts/deletion.ts'
import type { Membership } from '#accounts/members.ts'
import type { Person } from '#accounts/people.ts'
import type { Role } from '#accounts/roles.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { safeLine } from '#platform/text.ts'
import type { ActionServices } from './services.ts'

/** Who acts, in which account, with the services that actions use. */
export interface Acting extends EntryContext {
  db: Database
  account: Membership['account']
  accountId: string
  /** The person who acts; null for the operator, who may do everything. */
  person: Person | null
  /** The session of the person; null for the operator. */
  sessionId: string | null
  /** The change that the action is part of, so that it can be undone as a whole. */
  change: Change
  /** Throws `insufficient_scope` if the role of whoever acts is lower. */
  requireRole(least: Role): void
  services: ActionServices
  /** Aborted when nobody waits for the result any more. */
  signal: AbortSignal
}

interface Printed {
  text: string
  json?: unknown
}

/**
 * An action of a person or a program in an account. The dashboard's interface, the command with its options
 * and help, and the access tests are derived from this declaration.
 */
export interface Action<I extends z.ZodObject = z.ZodObject, O = unknown> {
  summary: string
  /** The lowest role that may run it. The object that it acts on may require a higher one. */
  role: Role
  /** Whether it may run in an account that is about to be deleted. */
  isAllowedWhileClosing?: true
  input: I
  /** The fields that the command takes as arguments without their names, in order. */
  args?: readonly (keyof z.output<I> & string)[]
  run(acting: Acting, input: z.output<I>): Promise<O>
  /** What the command prints. With `--json` it prints `json`, or the output in snake case if that is left out. */
  print(output: O, acting: Acting, input: z.output<I>): Printed | Promise<Printed>
}

export const action = <I extends z.ZodObject, O>(declared: Action<I, O>): Action<I, O> => declared

/** The kinds of objects that an id can belong to: the tables that contain them, and the column of the id if it is not `id`. */
const SUBJECTS = {
  entry: { noun: 'entry', tables: ['entry'] },
  pull: { noun: 'pull request', tables: ['pull_request'] },
  decided: { noun: 'entry or pull request', tables: ['entry', 'pull_request'] },
  post: { noun: 'post', tables: ['post'] },
  posted: { noun: 'post or entry', tables: ['post', 'entry'] },
  run: { noun: 'run', tables: ['run'] },
  set: { noun: 'set', tables: ['social_set'] },
  socialAccount: { noun: 'social account', tables: ['social_account'] },
  source: { noun: 'source', tables: ['source'] },
  time: { noun: 'time of the schedule', tables: ['schedule_time'] },
  token: { noun: 'token', tables: ['token'] },
  member: { noun: 'member', tables: ['membership'], column: 'person_id' },
  invitation: { noun: 'invitation', tables: ['ticket'] },
  client: { noun: 'client', tables: ['oauth_grant'] },
} as const satisfies Record<string, { noun: string; tables: (keyof Schema)[]; column?: string }>

type Subject = keyof typeof SUBJECTS

/** The id of an object of the account. That it belongs to the account is checked before the action runs. */
export const idOf = (subject: Subject) => z.string().max(100).meta({ subject, placeholder: 'ID' })

export const setField = z.string().max(100).nullable().optional().meta({ placeholder: 'SET' })
export const flag = z.literal(true).optional()

/** The metadata of a field: the kind of object that it is the id of, and how commands name and read it. */
export interface FieldMeta {
  subject?: Subject
  placeholder?: string
  /** The name of the option, if it is not that of the field. */
  option?: string
  /** The name of the option that negates it, if it is not the option's name after "no-". */
  opposite?: string
  /** Whether the command reads the value from a file. */
  isFile?: boolean
  /** Whether the command reads the value from a file or, if it is required, from standard input. It is never an argument. */
  isSecret?: boolean
  examples?: unknown[]
}

/** A field without its optional wrapper, with all metadata. */
export interface Field {
  type: z.core.$ZodType
  meta: FieldMeta
  isOptional: boolean
  isNullable: boolean
  hasDefault: boolean
  /** Whether it is a list of such values. */
  isList: boolean
}

/** The fields of an input, by name. */
export const fieldsOf = (input: z.ZodObject): Map<string, Field> =>
  new Map(Object.entries(input.shape).map(([name, type]) => [name, fieldFrom(type)]))

function fieldFrom(type: z.core.$ZodType): Field {
  const meta = (z.globalRegistry.get(type) ?? {}) as FieldMeta
  const within = (inner: z.core.$ZodType, more: Partial<Field>): Field => {
    const field = fieldFrom(inner)
    return { ...field, ...more, meta: { ...field.meta, ...meta } }
  }
  if (type instanceof z.ZodOptional) return within(type.def.innerType, { isOptional: true })
  if (type instanceof z.ZodDefault) return within(type.def.innerType, { isOptional: true, hasDefault: true })
  if (type instanceof z.ZodNullable) return within(type.def.innerType, { isNullable: true })
  if (type instanceof z.ZodArray) return within(type.def.element, { isList: true, isOptional: false })
  const plain = { isOptional: false, isNullable: false, hasDefault: false }
  return { type, meta, ...plain, isList: false }
}

/** The ids in an input, each with the kind of its object. */
const idsIn = (shape: z.ZodObject, input: Record<string, unknown>): { subject: Subject; id: string }[] =>
  [...fieldsOf(shape)].flatMap(
    ([
      name,
      {
        meta: { subject },
      },
    ]) => (subject === undefined ? [] : [input[name] ?? []].flat().map(id => ({ subject, id: String(id) }))),
  )

/**
 * Runs an action with valid input. The caller has checked the role. Throws `not_found` for an id of another account before anything of it is
 * read, and `conflict` in an account that is about to be deleted.
 */
export async function perform<I extends z.ZodObject, O>(
  declared: Action<I, O>,
  acting: Acting,
  input: z.output<I>,
): Promise<O> {
  for (const { subject, id } of idsIn(declared.input, input))
    if ((await accountOf(acting.db.read, subject, id, acting.accountId)) === null)
      throw unknownId(subject, id)
  if (!declared.isAllowedWhileClosing) await requireStaying(acting.db.read, acting.accountId)
  return declared.run(acting, input)
}

/** The account of the first object that an input names; null if it names none. Throws `not_found`. */
export async function accountNamed(
  db: Reader,
  shape: z.ZodObject,
  input: Record<string, unknown>,
): Promise<string | null> {
  const [first] = idsIn(shape, input)
  if (first === undefined) return null
  const account = await accountOf(db, first.subject, first.id)
  if (account === null) throw unknownId(first.subject, first.id)
  return account
}

/** The account of an object, which may have to be a certain one; null if there is no such object. */
async function accountOf(
  db: Reader,
  subject: Subject,
  id: string,
  accountId?: string,
): Promise<string | null> {
  if (!isUuid(id)) return null
  const { noun, tables, column = 'id' }: (typeof SUBJECTS)[Subject] & { column?: string } = SUBJECTS[subject]
  for (const table of tables) {
    const [row, another] = await db
      .selectFrom(table)
      .select('account_id')
      .where(sql.ref<string>(column), '=', id)
      .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? ''))
      .limit(2)
      .execute()
    if (another)
      throw new AppError('conflict', `This ${noun} is in several accounts. Say in which with --account.`)
    if (row) return row.account_id
  }
  return null
}

/** The error for an unknown id. An id of a token is not repeated, because it may be the token itself, pasted by mistake. */
const unknownId = (subject: Subject, id: string): AppError =>
  new AppError(
    'not_found',
    `No ${SUBJECTS[subject].noun} has ${subject === 'token' ? 'this id' : `the id ${safeLine(id)}`}.`,
  )

/** Facts as lines of text, with their values in one column. */
export function factsText(facts: Record<string, string>): string {
  const width = Math.max(...Object.keys(facts).map(name => name.length)) + 2
  return Object.entries(facts)
    .map(([name, value]) => `${name.padEnd(width)}${value}\n`)
    .join('')
}
