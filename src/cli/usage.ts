import { type ParseArgsConfig, parseArgs } from 'node:util'
import { AppError, messageOf } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import type { Command, Option } from './command.ts'

/** The usage line of a command in its help: `entry queue ID [--at TIME | --next] [--set SET|none]`. */
export function usageOf({ usage, options }: Command): string {
  const all = Object.entries(options).map(([name, option]) =>
    option.required === null ? `[${written(name, option)}]${option.many ? '…' : ''}` : written(name, option),
  )
  return [usage, ...all].join(' ')
}

const written = (name: string, { placeholder, opposite }: Option<unknown>): string =>
  `--${name}${placeholder ? ` ${placeholder}` : ''}${opposite ? ` | --${opposite}` : ''}`

/** Parses the words after a command's name into the values of its options and its arguments. Throws `wrong_usage`. */
export function parseCommand(command: Command, words: string[]) {
  const { options } = command
  try {
    const { values, positionals } = parsed(command, words)
    const textsOf = (name: string, { opposite }: Option<unknown>) => [
      ...[values[name] ?? []].flat().map(String),
      ...(opposite !== null && values[opposite] ? ['false'] : []),
    ]
    const texts = new Map(Object.entries(options).map(([name, option]) => [name, textsOf(name, option)]))
    for (const [name, { opposite }] of Object.entries(options)) {
      if (opposite !== null && (texts.get(name)?.length ?? 0) > 1)
        throw new Error(`Give either --${name} or --${opposite}, not both.`)
    }
    const read = Object.entries(options).map(([name, option]) => [
      name,
      option.read(texts.get(name) ?? [], name),
    ])
    return { values: Object.fromEntries(read), json: values.json === true, positionals }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('wrong_usage', `${firstSentence(messageOf(error))} Usage: tidings ${usageOf(command)}`)
  }
}

function parsed({ usage, options }: Command, args: string[]) {
  const types: NonNullable<ParseArgsConfig['options']> = { json: { type: 'boolean' } }
  for (const [name, { placeholder, many, opposite }] of Object.entries(options)) {
    types[name] = { type: placeholder === null ? 'boolean' : 'string', multiple: many }
    if (opposite !== null) types[opposite] = { type: 'boolean' }
  }
  const places = usage.split(' ').slice(nameOf(usage).length)
  const least = places.filter(place => !place.startsWith('[')).length
  const most = places.at(-1)?.includes('…') ? Number.POSITIVE_INFINITY : places.length
  const result = parseArgs({ args, options: types, allowPositionals: true, strict: true })
  if (result.positionals.length < least) throw new Error('An argument is missing.')
  if (result.positionals.length > most) throw new Error(`Unexpected argument "${result.positionals[most]}".`)
  return result
}

/** The one to three words of a command's name, without its arguments. */
const nameOf = (usage: string): string[] =>
  /^[a-z-]+(?: [a-z-]+(?![^ ])){0,2}/.exec(usage)?.[0].split(' ') ?? []

/** The first sentence of an error of the parser; the rest is advice for programmers. */
const firstSentence = (message: string): string =>
  safeLine(message.split(/(?<=[.'"])\s+(?=To specify)/)[0] ?? message).replace(/([^.])$/, '$1.')
