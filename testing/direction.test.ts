import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), '..')
const SRC = join(CHECKOUT, 'src')
const DASHBOARD = join(CHECKOUT, 'dashboard', 'src')

/**
 * The modules from top to bottom: each imports only those below it. Inside a module its folders are listed from top to bottom too;
 * the files that lie directly in a module may be imported by its folders and may import them, but never in a cycle.
 */
const MODULES: Record<string, string[]> = {
  cli: ['commands', 'proofreading', 'backtest'],
  app: ['diagnosis', 'monitoring', 'config'],
  web: ['dashboard-api', 'oauth', 'site', 'mcp', 'highlights', 'callbacks', 'openapi'],
  actions: ['sources', 'accounts', 'social', 'entries'],
  pipeline: [
    'maintenance',
    'erasure',
    'github-app',
    'webhooks',
    'reviewing',
    'ingest',
    'proofreading',
    'past-changelog',
    'writing',
    'judging',
    'export',
  ],
  social: ['networks', 'posts', 'texts', 'accounts'],
  changelog: [
    'page',
    'highlights',
    'feeds',
    'inbox',
    'publishing',
    'editions',
    'schedule',
    'translations',
    'words',
    'entries',
    'ledger',
  ],
  writing: ['prompts', 'checks', 'connection', 'models'],
  judgement: ['classification', 'notes', 'title', 'text'],
  pulls: ['pictures', 'connections', 'repositories', 'hosts', 'changelog-sources'],
  auth: ['second-factor', 'oidc', 'passkeys', 'oauth', 'domains'],
  accounts: ['payments', 'mail'],
  platform: ['webhooks', 'jobs', 'mail', 'http', 'db', 'rendering', 'markup', 'monitoring'],
}
const ORDER = Object.keys(MODULES)

/** Folders of implementations, and the only file that may name what is in them. */
const IMPLEMENTATIONS: Record<string, string> = {
  'platform/db/dialects': 'platform/db/open.ts',
  'writing/models/providers': 'app/registry.ts',
  'platform/mail/transports': 'app/registry.ts',
  'accounts/payments/providers': 'app/registry.ts',
  ...Object.fromEntries(
    globSync('pulls/hosts/*/host.ts', { cwd: SRC }).map(file => [dirname(file), 'pulls/hosts/hosts.ts']),
  ),
  'pipeline/webhooks/providers': 'app/registry.ts',
  'changelog/feeds/formats': 'app/registry.ts',
  'social/networks': 'app/registry.ts',
}

const MOST_LINES = 300

const sources = globSync('**/*.ts', { cwd: SRC }).filter(file => !file.endsWith('.test.ts'))
const imports = new Map(sources.map(file => [file, importsOf(file, SRC)]))

/** Every file below `root` that the file imports, types included. */
function importsOf(file: string, root: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(match => match[1] ?? '')
  return named.flatMap(name => {
    if (name.startsWith('#')) return [name.slice(1)]
    if (name.startsWith('.')) return [relative(root, join(root, dirname(file), name))]
    return []
  })
}

const moduleOf = (file: string): string => file.split('/')[0] ?? file

/** The folder directly below the module; null for a file that lies in the module itself. */
function folderOf(file: string): string | null {
  const [, folder, inside] = file.split('/')
  return inside === undefined ? null : (folder ?? null)
}

/** Every import for which the rule gives a fault, as a line to read. */
const faults = (isFault: (file: string, target: string) => boolean): string[] =>
  sources.flatMap(file =>
    (imports.get(file) ?? [])
      .filter(target => isFault(file, target))
      .map(target => `${file} imports ${target}`),
  )

test('every file is in a module, and every folder of a module has a rank', () => {
  const unplaced = sources.filter(file => {
    const folder = folderOf(file)
    return !ORDER.includes(moduleOf(file)) || (folder !== null && !MODULES[moduleOf(file)]?.includes(folder))
  })
  assert.deepEqual(unplaced, [])
})

test('a module imports only from modules below it, and nothing from outside src, such as tools', () => {
  assert.deepEqual(
    faults((file, target) => ORDER.indexOf(moduleOf(target)) < ORDER.indexOf(moduleOf(file))),
    [],
  )
})

test('a folder imports only from folders of its module that are below it', () => {
  const isFault = (file: string, target: string) => {
    const [own, other] = [folderOf(file), folderOf(target)]
    if (moduleOf(file) !== moduleOf(target) || own === null || other === null) return false
    const order = MODULES[moduleOf(file)] ?? []
    return order.indexOf(other) < order.indexOf(own)
  }
  assert.deepEqual(faults(isFault), [])
})

test('there is no import cycle, types included', () => {
  assert.deepEqual(cycles(imports), [])
})

test('the dashboard has no import cycle, types included', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: DASHBOARD }).filter(file => !/\.test\.tsx?$/.test(file))
  assert.deepEqual(cycles(new Map(files.map(file => [file, importsOf(file, DASHBOARD)]))), [])
})

test('the dashboard takes from src only types, and plain values that need no library', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: DASHBOARD }).filter(file => !/\.test\.tsx?$/.test(file))
  const taken = new Set(files.flatMap(file => valuesFrom(join(DASHBOARD, file))))
  for (const file of taken) for (const next of valuesFrom(join(SRC, file))) taken.add(next)
  const impure = [...taken].filter(file =>
    /from '(?:node:|[a-z@])/.test(valueImports(join(SRC, file)).join('\n')),
  )
  assert.ok(taken.size > 3)
  assert.deepEqual(impure, [])
})

/** The statements of a file that import more than types. */
const valueImports = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*? from '[^']+'/gm)]
    .map(([statement]) => statement)
    .filter(statement => !/\{(?:\s*type \w+(?: as \w+)?,?)+\s*\}/.test(statement))

/** The files of src that a file takes values from; a style sheet imports nothing. */
const valuesFrom = (path: string): string[] =>
  valueImports(path).flatMap(statement => {
    const name = /from '([^']+)'/.exec(statement)?.[1] ?? ''
    if (name.startsWith('#')) return [name.slice(1)]
    const file = name.startsWith('.') ? relative(SRC, join(dirname(path), name)) : '..'
    return file.startsWith('..') || file.endsWith('.css?inline') ? [] : [file]
  })

/** Strongly connected files (Tarjan), each group as a line. */
function cycles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[] = []
  const visit = (file: string): number => {
    const own = index.size
    index.set(file, own)
    low.set(file, own)
    stack.push(file)
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue
      if (!index.has(target)) low.set(file, Math.min(low.get(file) ?? own, visit(target)))
      else if (stack.includes(target)) low.set(file, Math.min(low.get(file) ?? own, index.get(target) ?? own))
    }
    if (low.get(file) === own) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) found.push(group.toSorted().join(' ↔ '))
    }
    return low.get(file) ?? own
  }
  for (const file of imports.keys()) if (!index.has(file)) visit(file)
  return found
}

test('implementations are named only in the registry', () => {
  const isFault = (file: string, target: string) => {
    const folder = Object.keys(IMPLEMENTATIONS).find(
      name => target.startsWith(`${name}/`) && !file.startsWith(`${name}/`),
    )
    return folder !== undefined && IMPLEMENTATIONS[folder] !== file
  }
  assert.deepEqual(faults(isFault), [])
})

test('no file is longer than 300 lines', () => {
  const files = globSync(['{src,testing,bench,scripts,tools,dashboard/src}/**/*.{ts,tsx}', 'e2e/*.ts'], {
    cwd: CHECKOUT,
  })
  const isLong = (file: string) =>
    readFileSync(join(CHECKOUT, file), 'utf8').split('\n').length > MOST_LINES + 1
  assert.deepEqual(files.filter(isLong), [])
})
