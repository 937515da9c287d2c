/** An option of a command, as the makers of `options.ts` declare it. `V` is the value that the command gets. */
export interface Option<V> {
  /** The placeholder of the value in the usage line; null for a flag. */
  placeholder: string | null
  /** The name of the flag that says the opposite; null if there is none. */
  opposite: string | null
  /** Whether the option may be given several times. */
  many: boolean
  /** A hint on how to find a missing value; null for an optional option. */
  required: string | null
  /**
   * Reads the given texts, one for each time that the option was given (`true` or `false` for flags). Throws
   * `wrong_usage` for an invalid value.
   */
  read(texts: readonly string[], name: string): V
}

export type Options = Record<string, Option<unknown>>

/** The values of declared options, as a command receives them. */
export type OptionValues<O extends Options> = { [K in keyof O]: O[K] extends Option<infer V> ? V : never }

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
  /** Whether `--json` was given: print one JSON value on stdout and nothing else. */
  json: boolean
  /** Whether stdout is a terminal, so that its output is not stored in a log. */
  isTerminal: boolean
  /** Whether stdout is a terminal that shows colours. */
  colour: boolean
  /** The width of the terminal in characters; infinite if stdout is not a terminal. */
  columns: number
  /** Whether stderr is a terminal, so that a progress bar may redraw its line. */
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

export interface Definition<O extends Options> {
  /**
   * The command's name and arguments: `import git <git-dir>`. An argument in brackets is optional; a last
   * argument with `…` may be repeated.
   */
  usage: string
  summary: string
  options: O
  run(values: OptionValues<O>, args: string[], context: CommandContext): Promise<CommandResult | undefined>
}

export type Command = Definition<Options>

/** Declares a command, with the types of its options known to `run`. Its usage line and its checks come from this declaration alone. */
export const command = <O extends Options>(definition: Definition<O>): Command =>
  definition as unknown as Command
