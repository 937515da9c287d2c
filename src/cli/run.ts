import { parseArgs } from 'node:util'
import { AppError, messageOf } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { productVersion } from '#platform/version.ts'
import type { Command, CommandContext } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { commandHelp, helpOn, noSuchCommand, wholeHelp } from './help.ts'

/** Runs what the words of the command line ask for and gives the exit code. `wrong_usage` when they ask for nothing known. */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  if (words[0] === '--version') return say(context, `${productVersion()}\n`)
  if (words.length === 0) return say(context, await wholeHelp())
  if (HELP.includes(words[0] ?? '')) return say(context, await helpFor(words.slice(1)))
  if (asksHelp(words.slice(1, 2))) return say(context, await helpFor(words))
  const { command, rest } = await find(words)
  if (asksHelp(rest)) return say(context, commandHelp(command))
  const { values, positionals } = parse(command, rest)
  const { json = false, ...options } = values
  const own = { ...context, json: json === true }
  const answer = await command.run(options, positionals, own)
  if (!answer) return 0
  if (!own.json) await context.out(answer.text)
  else if (answer.json !== undefined) await context.out(`${JSON.stringify(answer.json)}\n`)
  return answer.incomplete ? 1 : 0
}

async function say(context: CommandContext, text: string): Promise<number> {
  await context.out(text)
  return 0
}

const HELP = ['help', '--help', '-h']
const asksHelp = (words: readonly string[]): boolean => words.includes('--help') || words.includes('-h')

async function helpFor(words: readonly string[]): Promise<string> {
  const named = words.filter(word => !word.startsWith('-'))
  if (named.length === 0) return wholeHelp()
  const help = await helpOn(named)
  if (help === null) throw noSuchCommand(named)
  return help
}

/** A command's name is one word or two. */
async function find(words: readonly string[]): Promise<{ command: Command; rest: string[] }> {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const load = Object.hasOwn(COMMANDS, name) && COMMANDS[name]
    if (load) return { command: await load(), rest: words.slice(length) }
  }
  throw noSuchCommand(words)
}

function parse(command: Command, args: string[]) {
  try {
    const options = { ...command.options, json: { type: 'boolean' as const } }
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
    const [least, most] = command.arguments
    if (parsed.positionals.length < least) throw new Error('An argument is missing.')
    if (parsed.positionals.length > most)
      throw new Error(`There is no place for "${parsed.positionals[most]}".`)
    return parsed
  } catch (error) {
    throw new AppError('wrong_usage', `${firstSentence(messageOf(error))} Usage: tidings ${command.usage}`)
  }
}

/** What follows the first sentence of the parser's messages is advice for programmers. */
const firstSentence = (message: string): string =>
  safeLine(message.split(/(?<=[.'"])\s+(?=To specify)/)[0] ?? message).replace(/([^.])$/, '$1.')
