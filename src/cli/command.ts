import type { ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; strict: true }>>['values']

/** What a command has of the world around it. */
export interface CommandContext {
  env: Record<string, string | undefined>
  /** Where relative paths start. */
  directory: string
  /** The folder that holds Tidings itself. */
  checkout: string
  stdin: AsyncIterable<Uint8Array>
  out(text: string): Promise<void>
  err(text: string): void
  /** `--json` was given: one JSON value on stdout and nothing else. */
  json: boolean
  /** stdout is a terminal: a person reads it, and nothing keeps it. */
  isTerminal: boolean
  /** stdout is a terminal that shows colours. */
  colour: boolean
  /** stderr is a terminal, so progress may redraw its line. */
  live: boolean
  /** Aborted by SIGINT or SIGTERM. */
  signal: AbortSignal
}

/** What a command says when it is done: for programs (`--json`) and for people. */
export interface CommandResult {
  json: unknown
  text: string
  /** Something was wrong with part of the input; the exit code is 1 although the rest is done. */
  incomplete?: boolean
}

export interface Command {
  /** As it stands in the help, beginning with its words: `import git <git-dir> --account ID`. */
  usage: string
  summary: string
  options: Options
  /** How many arguments it takes besides options, at least and at most. */
  arguments: readonly [least: number, most: number]
  run(values: Values<Options>, args: string[], context: CommandContext): Promise<CommandResult | undefined>
}

/** A command whose `run` knows the types of its own options. */
export function command<const O extends Options>(
  it: Omit<Command, 'options' | 'run'> & {
    options: O
    run(values: Values<O>, args: string[], context: CommandContext): Promise<CommandResult | undefined>
  },
): Command {
  return it as unknown as Command
}
