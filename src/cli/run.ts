import { productVersion } from '#platform/version.ts'
import type { Command, CommandContext } from './command.ts'
import { commandNamed } from './commands/index.ts'
import { commandHelp, helpOn, noSuchCommand, shortHelp, wholeHelp } from './help.ts'
import { parseCommand } from './usage.ts'

/** Runs the command that the arguments name and returns the exit code. Throws `wrong_usage` for an unknown command or option. */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  if (words[0] === '--version') return print(context, `${productVersion()}\n`)
  if (words.length === 0) return print(context, await shortHelp())
  if (HELP.includes(words[0] ?? '')) return print(context, await helpFor(words.slice(1)))
  if (asksHelp(words.slice(1, 3))) return print(context, await helpFor(words))
  const { command, rest } = await find(words)
  if (asksHelp(rest)) return print(context, commandHelp(command))
  const { values, json, positionals } = parseCommand(command, rest)
  const result = await command.run(values, positionals, { ...context, json })
  if (!result) return 0
  if (!json) await context.out(result.text)
  else if (result.json !== undefined) await context.out(`${JSON.stringify(result.json)}\n`)
  return result.incomplete ? 1 : 0
}

async function print(context: CommandContext, text: string): Promise<number> {
  await context.out(text)
  return 0
}

const HELP = ['help', '--help', '-h']
const asksHelp = (words: readonly string[]): boolean => words.includes('--help') || words.includes('-h')

async function helpFor(words: readonly string[]): Promise<string> {
  const named = words.filter(word => !word.startsWith('-'))
  if (named.length === 0) return words.includes('--all') ? wholeHelp() : shortHelp()
  const help = await helpOn(named)
  if (help === null) throw await noSuchCommand(named)
  return help
}

/** Finds the command: its name is the first three words, the first two, or the first. */
async function find(words: readonly string[]): Promise<{ command: Command; rest: string[] }> {
  for (const length of [3, 2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = await commandNamed(name)
    if (command) return { command, rest: words.slice(length) }
  }
  throw await noSuchCommand(words)
}
