import { z } from 'zod'
import { accountById, accountByPublicId } from '#accounts/account.ts'
import {
  type Acting,
  type Action,
  accountNamed,
  type Field,
  type FieldMeta,
  fieldsOf,
  perform,
} from '#actions/action.ts'
import { checkedInput } from '#actions/input.ts'
import type { Service } from '#app/service.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { type Command, type CommandContext, command, type Option } from './command.ts'
import { bytesOf, decodeText, secretFromFile, secretFromInput } from './input-files.ts'
import { ACCOUNT, flag, text, toggle } from './options.ts'
import { operator, withService } from './with-service.ts'

/** The command of an action: its arguments, options and help are those of the declaration. */
export function commandOf(name: string, declared: Action): Command {
  const fields = fieldsOf(declared.input)
  const { args = [] } = declared
  const places = args.map(
    arg => `${placeholderOf(arg, fields.get(arg))}${fields.get(arg)?.isList ? '…' : ''}`,
  )
  const named = [...fields].filter(([field]) => !args.includes(field))
  const namesAccount = [...fields.values()].some(({ meta, isOptional }) => meta.subject && !isOptional)
  return command({
    usage: [name, ...places].join(' '),
    summary: declared.summary,
    options: {
      account: namesAccount ? text('ID') : ACCOUNT,
      ...Object.fromEntries(named.map(([field, how]) => [optionName(field, how), optionFor(field, how)])),
    } as Record<string, Option<unknown>>,
    async run(values, words, context) {
      const given: [string, unknown][] = args.map((arg, at) => [
        arg,
        fields.get(arg)?.isList ? words.slice(at) : words[at],
      ])
      for (const [field, how] of named) {
        const option = optionName(field, how)
        const value = values[option]
        given.push([
          field,
          how.meta.isSecret ? await secretFrom(value, option, how, context) : inputFrom(value, how, context),
        ])
      }
      const known = given.filter(([, value]) => value !== undefined)
      const input = usable(() => checkedInput(declared.input, Object.fromEntries(known)))
      return withService(context, async service => {
        const acting = await operatorIn(
          service,
          declared,
          input,
          values.account as string | undefined,
          context,
        )
        const output = await perform(declared, acting, input).catch(asUsage)
        const { text, json = snakeCased(output) } = await declared.print(output, acting, input)
        return { json, text }
      })
    },
  })
}

/**
 * Throws an `invalid_parameter` error again as `wrong_usage`: the parameters of the action are the options of
 * the command. Throws every other error as it is.
 */
function asUsage(error: unknown): never {
  if (error instanceof AppError && error.code === 'invalid_parameter')
    throw new AppError('wrong_usage', error.message, { cause: error })
  throw error
}

function usable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return asUsage(error)
  }
}

/** Gives the input with its account, and the context of the operator, who has every role. */
async function operatorIn(
  service: Service,
  { input: shape }: Action,
  input: Record<string, unknown>,
  named: string | undefined,
  { signal }: CommandContext,
): Promise<Acting> {
  const { db } = service
  const { openDashboardServices } = await import('#app/dashboard.ts')
  const found = named === undefined ? await accountNamed(db.read, shape, input) : null
  const account =
    found === null ? await accountByPublicId(db.read, named ?? '') : await accountById(db.read, found)
  const action = operator(service)
  return {
    ...action,
    db,
    account,
    accountId: account.id,
    person: null,
    sessionId: null,
    change: { id: action.ids.next() },
    requireRole() {},
    services: openDashboardServices(service),
    signal,
  }
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const isInFile = ({ isFile, isSecret }: FieldMeta): boolean => isFile === true || isSecret === true

const optionName = (field: string, { meta }: Field): string =>
  meta.option ?? `${kebab(field)}${isInFile(meta) ? '-file' : ''}`

function placeholderOf(name: string, field: Field | undefined): string {
  if (field && isInFile(field.meta)) return 'FILE'
  const choices = field?.type instanceof z.ZodEnum ? field.type.options.join('|') : undefined
  const word = field?.meta.placeholder ?? choices ?? (isNumber(field) ? 'N' : kebab(name).toUpperCase())
  return field?.isNullable ? `${word}|none` : word
}

const typeOf = (field: Field | undefined) => field?.type._zod.def.type
const isFlag = (field: Field): boolean =>
  typeOf(field) === 'literal' || (typeOf(field) === 'boolean' && field.hasDefault)
const isNumber = (field: Field | undefined): boolean => typeOf(field) === 'number'

/** The option for a field. Texts are not validated here but by the action, so that the error messages are the same as in the dashboard. */
function optionFor(name: string, field: Field): Option<unknown> {
  if (isFlag(field)) return flag
  if (typeOf(field) === 'boolean')
    return { ...toggle(field.meta.opposite ?? `no-${kebab(name)}`), required: field.isOptional ? null : '' }
  return {
    placeholder: placeholderOf(name, field),
    opposite: null,
    many: field.isList,
    required: field.isOptional || field.meta.isSecret ? null : '',
    read: texts => (texts.length === 0 ? undefined : field.isList ? texts : texts[0]),
  }
}

/** Reads a text file. */
const inputText = (file: string, context: CommandContext): string => decodeText(bytesOf(file, context))

/** Converts the value of an option to the value that the action takes: numbers, `none`, and the contents of files. */
function inputFrom(given: unknown, field: Field, context: CommandContext): unknown {
  if (given === false && isFlag(field)) return undefined
  if (Array.isArray(given)) return given.map(one => inputFrom(one, { ...field, isList: false }, context))
  if (typeof given !== 'string') return given
  if ((given === 'none' || given === '') && field.isNullable) return null
  if (field.meta.isFile) return (typeOf(field) === 'string' ? inputText : bytesOf)(given, context)
  return isNumber(field) && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(given) ? Number(given) : given
}

/** Reads a secret from the named file, or from standard input if the file is "-", or if none is named and the secret is required. */
async function secretFrom(given: unknown, option: string, field: Field, context: CommandContext) {
  if (typeof given === 'string' && given !== '-') return secretFromFile(`--${option}`, given, context)
  if (field.isOptional && given !== '-') return undefined
  const secret = await secretFromInput(context)
  if (secret !== null) return secret
  throw new AppError(
    'wrong_usage',
    `Give the ${option.replace(/-file$/, '')} in a file with --${option}, or pipe it in. It is never an argument.`,
  )
}

/** An output as commands print it: names in snake case, times in ISO 8601. */
function snakeCased(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map(one => snakeCased(one, name))
  if (typeof value === 'number' && /(?:At|For|Until)$/.test(name)) return isoOf(value)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, one]) => [snake(key), snakeCased(one, key)])
  return Object.fromEntries(fields)
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
