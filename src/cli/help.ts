import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import type { Command } from './command.ts'
import { commandNamed, commandNames } from './commands/index.ts'
import { wrapped } from './format.ts'
import { usageOf } from './usage.ts'

const WIDTH = 100

const LEAD = `Tidings turns merged pull requests into a changelog that customers can read.

Usage: tidings <command>
`

/** The output of `tidings --help`: the commands needed first, then the first words of all others. */
export async function shortHelp(): Promise<string> {
  const widest = widestOf(Object.values(FIRST_COMMANDS).flat())
  const sections = Object.entries(FIRST_COMMANDS).map(async ([heading, names]) => {
    const commands = await Promise.all(names.map(load))
    const lines = commands.map(({ summary }, at) => entry(names[at] ?? '', firstSentence(summary), widest))
    return `${heading}\n${lines.join('')}`
  })
  const nouns = Object.entries(HEADINGS).map(([heading, groups]) =>
    entry(heading, groups.join(', '), widestOf(Object.keys(HEADINGS))),
  )
  return `${LEAD}\n${(await Promise.all(sections)).join('\n')}\nAll commands begin with one of these words\n${nouns.join('')}\n${CLOSING}"tidings help --all" lists all commands.\n`
}

/** The output of `tidings help --all`: all commands by heading, everyday ones first. */
export async function wholeHelp(): Promise<string> {
  const names = await commandNames()
  const widest = widestOf(names)
  const sections: string[] = []
  for (const [heading, groups] of Object.entries(HEADINGS)) {
    const own = groups.flatMap(group => names.filter(name => groupOf(name) === group))
    const commands = await Promise.all(own.map(load))
    const lines = commands.map(({ summary }, at) => entry(own[at] ?? '', summary, widest))
    sections.push(`${heading}\n${lines.join('')}`)
  }
  return `${LEAD}\n${sections.join('\n')}\n${CLOSING}`
}

const CLOSING =
  '"tidings help entry" lists all entry commands, "tidings help <command>" shows the options of one.\nEvery command takes --json (one JSON value on stdout) and --help.\n'

const widestOf = (names: readonly string[]): number => Math.max(...names.map(name => name.length))

const firstSentence = (text: string): string => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text

/** The help on one command, or on all commands that start with these words; null if there is none. */
export async function helpOn(words: readonly string[]): Promise<string | null> {
  const [group = ''] = words
  for (const name of [words.slice(0, 3).join(' '), words.slice(0, 2).join(' '), group]) {
    const command = await commandNamed(name)
    if (command) return commandHelp(command)
  }
  const names = (await commandNames()).filter(name => name.startsWith(`${words.join(' ')} `))
  const commands = await Promise.all(names.map(load))
  return commands.map(command => `tidings ${usageOf(command)}\n    ${command.summary}\n`).join('\n') || null
}

export const commandHelp = (command: Command): string =>
  `${command.summary}\n\nUsage: tidings ${usageOf(command)}\n`

/** A `wrong_usage` error that lists the commands starting with the same word. */
export async function noSuchCommand(words: readonly string[]): Promise<AppError> {
  const group = (await commandNames()).filter(name => name.startsWith(`${words[0]} `))
  const hint =
    group.length > 0 ? `the commands are ${group.join(', ')}` : '"tidings help --all" lists the commands'
  const name = safeLine(words.slice(0, group.length > 0 ? 2 : 1).join(' '))
  return new AppError('wrong_usage', `There is no command "${name}"; ${hint}.`)
}

const groupOf = (name: string): string => name.split(' ')[0] ?? ''

async function load(name: string): Promise<Command> {
  const command = await commandNamed(name)
  if (command) return command
  throw new Error(`No command is called ${name}.`)
}

/** A command's name beside its summary, wrapped. */
function entry(name: string, summary: string, widest: number): string {
  const [first = '', ...more] = wrapped(summary, WIDTH - widest - 4)
  const lines = [
    `  ${name.padEnd(widest)}  ${first}`,
    ...more.map(line => `${' '.repeat(widest + 4)}${line}`),
  ]
  return `${lines.join('\n')}\n`
}

/** The commands that new users need, in the order in which they need them. */
export const FIRST_COMMANDS: Record<string, readonly string[]> = {
  'See it on your own history': ['preview'],
  'Run it': ['serve', 'doctor'],
  'Bring in merges': ['source create', 'backfill', 'import changelog'],
  'Review and publish': ['entry list', 'entry publish', 'entry withdraw', 'schedule add'],
}

/** The headings of the help in order, each with the first words of its commands. */
export const HEADINGS: Record<string, readonly string[]> = {
  'Getting started': ['preview', 'check', 'serve'],
  Entries: ['entry', 'edition', 'change'],
  'Queue and schedule': ['queue', 'schedule', 'policy'],
  'Social posts': ['social', 'post'],
  'Pull requests': ['pull', 'author', 'review'],
  'Import and export': ['import', 'backfill', 'run', 'export'],
  'Code hosts': ['source', 'github-app', 'repository'],
  'Accounts and people': ['account', 'set', 'member', 'invitation', 'user', 'plan'],
  'Programs and assistants': ['token', 'client', 'mcp'],
  Operations: [
    'doctor',
    'support',
    'backup',
    'migrate',
    'key',
    'deliveries',
    'jobs',
    'mail',
    'web',
    'worker',
  ],
  Classification: ['classify', 'backtest'],
}
