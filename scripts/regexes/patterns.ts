import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'

/** A regular expression in the source. */
export interface Pattern {
  file: string
  line: number
  source: string
  flags: string
}

/** A `new RegExp` whose pattern is known only when the program runs. */
type Unknown = Pick<Pattern, 'file' | 'line'>

interface Node {
  type: string
  start: number
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

/**
 * The regular expressions of the files: literals, as the parser finds them, and those that a module builds when it is loaded. Modules that
 * build any are loaded to find them.
 */
export async function patternsIn(root: string, files: readonly string[]) {
  const found = files.flatMap(file => nodesIn(root, file))
  const patterns = found.flatMap(({ file, line, regex }) =>
    regex ? [{ file, line, source: regex.pattern, flags: regex.flags }] : [],
  )
  const calls = found.filter(({ regex }) => !regex)
  const built = await builtIn(root, [...new Set(calls.map(({ file }) => file))])
  const unknown: Unknown[] = []
  for (const { file, line } of calls) {
    const made = built.filter(one => one.file === file && one.line === line)
    if (made.length === 0) unknown.push({ file, line })
    patterns.push(...made)
  }
  return { patterns, unknown }
}

function nodesIn(root: string, file: string) {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, errors } = parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const nodes: { file: string; line: number; regex: Node['regex'] }[] = []
  visit(program, node => {
    if (node.regex || node.callee?.name === 'RegExp')
      nodes.push({ file, line: text.slice(0, node.start).split('\n').length, regex: node.regex })
  })
  return nodes
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) see(value as Node)
  for (const field of Object.values(value)) visit(field, see)
}

/** The patterns that the modules, and those that they import, build with `RegExp` when they are loaded, with the place of each call. */
async function builtIn(root: string, files: readonly string[]): Promise<Pattern[]> {
  const built: Pattern[] = []
  const original = globalThis.RegExp
  const note = (pattern: RegExp): RegExp => {
    const place = callerIn(root)
    if (place) built.push({ ...place, source: pattern.source, flags: pattern.flags })
    return pattern
  }
  globalThis.RegExp = new Proxy(original, {
    construct: (target, [pattern, flags]) => note(new target(pattern, flags)),
    apply: (target, _, [pattern, flags]) => note(target(pattern, flags)),
  })
  try {
    for (const file of files) await import(pathToFileURL(join(root, file)).href)
  } finally {
    globalThis.RegExp = original
  }
  return built
}

/** The file and line below `root` that the recorded call stands in. */
function callerIn(root: string): Unknown | null {
  const prefix = `${pathToFileURL(root).href}/`
  const frame = new Error().stack
    ?.split('\n')
    .find(line => line.includes(prefix) && !line.includes(import.meta.url))
  const [file, line] = frame?.split(prefix)[1]?.split(':') ?? []
  return file === undefined ? null : { file, line: Number(line) }
}
