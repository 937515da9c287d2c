import type { ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; strict: true }>>['values']

/** The environment of a command: process, streams and output settings. */
export interface CommandContext {
  env: Record<string, string | undefined>
  /** The folder that relative paths start from. */
  directory: string
  /** The folder that Tidings is installed in. */
  checkout: string
  stdin: AsyncIterable<Uint8Array>
  out(text: string): Promise<void>
  err(text: string): void
  /** `--json` was given: print one JSON value on stdout and nothing else. */
  json: boolean
  /** stdout is a terminal, so its output is not stored in a log. */
  isTerminal: boolean
  /** stdout is a terminal that shows colours. */
  colour: boolean
  /** stderr is a terminal, so a progress bar may redraw its line. */
  live: boolean
  /** Aborted by SIGINT or SIGTERM. */
  signal: AbortSignal
}

/** What a command prints at the end: `json` with `--json`, else `text`. */
export interface CommandResult {
  json: unknown
  text: string
  /** Part of the work failed: the exit code is 1, although the rest is done. */
  incomplete?: boolean
}

export interface Command {
  /** As the help shows it, starting with the command's name: `import git <git-dir> --account ID`. */
  usage: string
  summary: string
  options: Options
  /** The least and the greatest number of positional arguments. */
  arguments: readonly [min: number, max: number]
  run(values: Values<Options>, args: string[], context: CommandContext): Promise<CommandResult | undefined>
}

/** Declares a command, with the types of its options known to `run`. */
export function command<const O extends Options>(
  definition: Omit<Command, 'options' | 'run'> & {
    options: O
    run(values: Values<O>, args: string[], context: CommandContext): Promise<CommandResult | undefined>
  },
): Command {
  return definition as unknown as Command
}
