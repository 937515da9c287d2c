import { parseArgs } from 'node:util'
import { AppError, messageOf } from '#kit/app-error.ts'
import { safeLine } from '#kit/text.ts'
import { productVersion } from '#kit/version.ts'
import type { Command, Context } from './command.ts'
import { COMMANDS } from './commands/index.ts'

/** Runs what the words of the command line ask for and gives the exit code. `wrong_usage` when they ask for nothing known. */
export async function runCommand(words: readonly string[], context: Context): Promise<number> {
  if (words.length === 0 || words[0] === '--help' || words[0] === '-h' || words[0] === 'help')
    return help(context)
  if (words[0] === '--version') return say(context, `${productVersion()}\n`)
  const { command, rest } = await find(words)
  if (rest.includes('--help') || rest.includes('-h')) return say(context, helpOf(command))
  const { values, positionals } = parse(command, rest)
  const { json = false, ...options } = values
  const own = { ...context, json: json === true }
  const answer = await command.run(options, positionals, own)
  if (!answer) return 0
  if (!own.json) await context.out(answer.text)
  else if (answer.json !== undefined) await context.out(`${JSON.stringify(answer.json)}\n`)
  return answer.incomplete ? 1 : 0
}

async function say(context: Context, text: string): Promise<number> {
  await context.out(text)
  return 0
}

/** A command's name is one word or two. */
async function find(words: readonly string[]): Promise<{ command: Command; rest: string[] }> {
  for (const length of [2, 1]) {
    const load = COMMANDS[words.slice(0, length).join(' ')]
    if (load) return { command: await load(), rest: words.slice(length) }
  }
  const group = Object.keys(COMMANDS).filter(name => name.startsWith(`${words[0]} `))
  const hint = group.length > 0 ? `say one of: ${group.join(', ')}` : '"tidings --help" lists the commands'
  throw new AppError(
    'wrong_usage',
    `There is no command "${safeLine(words.slice(0, group.length > 0 ? 2 : 1).join(' '))}"; ${hint}.`,
  )
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

const helpOf = (command: Command): string => `${command.summary}\n\nUsage: tidings ${command.usage}\n`

async function help(context: Context): Promise<number> {
  const commands = await Promise.all(Object.values(COMMANDS).map(load => load()))
  const lines = commands.map(command => `  ${command.usage}\n      ${command.summary}\n`)
  return say(
    context,
    `Tidings turns merged pull requests into a changelog that customers can read.\n\nUsage: tidings <command>\n\n${lines.join('')}\nEvery command takes --json (one JSON value on stdout) and --help.\n`,
  )
}
