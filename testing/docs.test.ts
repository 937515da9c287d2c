import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { FEED_LIMIT } from '#changelog/limits.ts'
import { commandNamed } from '#cli/commands/index.ts'
import { usageOf } from '#cli/usage.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { whereToAsk } from '#platform/version.ts'
import { allWords } from './all-words.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
/** The pages that people read in the repository. Those in docs/api are served, and link to addresses of the server. */
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync(['docs/*.md', 'docs/decisions/*.md', 'docs/operations/*.md'], { cwd: ROOT }),
]

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** The folders in which the paths that a page names begin. */
const BELOW = ['', 'src', 'dashboard/src']
/** Paths that need not exist: with names that a reader fills in, and the folder that `npm run screenshots` makes. */
const PLACEHOLDER = /NAME|NNNN|comments\.ts$|^screenshots\/$/

for (const page of ['docs/architecture.md', 'docs/dashboard.md', 'docs/recipes.md', 'CONTRIBUTING.md']) {
  test(`every path in ${page} exists`, () => {
    const found = read(page).matchAll(/`((?:[\w-]+\/)+(?:[\w-]+\.\w+)?|(?:[\w-]+\/)+[\w-]+)`/g)
    const paths = Array.from(found, ([, path = '']) => path).filter(path => !PLACEHOLDER.test(path))
    assert.ok(paths.length > 3)
    const missing = paths.filter(path => !BELOW.some(folder => exists(join(ROOT, folder, path))))
    assert.deepEqual(missing, [])
  })
}

test('every TypeScript file that a page names exists', () => {
  const files = globSync('{src,dashboard,testing,e2e,tools,scripts,bench}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: path => path.includes('node_modules'),
  })
  const missing = PAGES.filter(page => !page.startsWith('docs/decisions/')).flatMap(page =>
    [...read(page).matchAll(/(?<![\w./>-])((?:[\w-]+\/)*[\w-]+\.tsx?)\b/g)]
      .map(([, name = '']) => name)
      .filter(name => !PLACEHOLDER.test(name) && !files.some(file => `/${file}`.endsWith(`/${name}`)))
      .map(name => `${page}: ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('the pages name all kinds, all languages of the page and the size of a feed', () => {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const languages = allWords.map(({ language }) => names.of(language) ?? language).toSorted()
  assert.ok(read('docs/api/highlights.md').includes(KINDS.map(kind => `\`${kind}\``).join(', ')))
  assert.ok(read('docs/api/reading.md').includes(`the ${FEED_LIMIT} newest entries`))
  assert.ok(
    read('docs/changelog-page.md').includes(
      `: ${languages.slice(0, -1).join(', ')} and ${languages.at(-1)};`,
    ),
  )
})

test('every button has a word of docs/words.md, and every word a button', () => {
  const [, table = ''] = read('docs/words.md').split('## Buttons')
  const words = [...table.matchAll(/^\| ([A-Z][^|]*) \|/gm)].flatMap(([, cell = '']) => cell.split(', '))
  assert.ok(words.length <= 45)
  const files = globSync('dashboard/src/**/*.tsx', { cwd: ROOT })
  const labels = files.flatMap(file => labelsIn(file).map(label => ({ file, label })))
  // What follows a word is filled in by the page. The longest word counts: "Leave out {}" has that of "Leave out".
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const wordOf = (label: string) =>
    longestFirst.find(word => label === word || (/[{(]/.test(label) && label.startsWith(`${word} `)))
  const unknown = labels.filter(({ label }) => !wordOf(label))
  assert.deepEqual(unknown, [])
  const used = new Set(labels.map(({ label }) => wordOf(label)))
  assert.deepEqual(
    words.filter(word => !used.has(word)),
    [],
  )
})

type Syntax = Record<string, unknown> & { type: string }
const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const childrenOf = (node: Syntax): Syntax[] => Object.values(node).flat().filter(isSyntax)
const nameOf = (node: unknown): unknown => (isSyntax(node) ? (node.name ?? node.value) : undefined)

/** The labels of the buttons of a file, with `{}` in the place of what the page fills in. */
function labelsIn(file: string): string[] {
  const found: string[] = []
  const visit = (node: Syntax): void => {
    const { type } = node
    const key = nameOf(isSyntax(node.name) ? node.name : (node.key ?? node.id))
    if (
      type === 'JSXElement' &&
      /^(?:Button|DecisionButton)$/.test(`${nameOf((node.openingElement as Syntax).name)}`)
    )
      found.push(...textsOf(node))
    if (/^(?:JSXAttribute|Property|VariableDeclarator)$/.test(type) && key === 'verb')
      found.push(...textsOf(node.value ?? node.init))
    if (type === 'VariableDeclarator' && key === 'VERBS' && isSyntax(node.init))
      found.push(...childrenOf(node.init).flatMap(one => textsOf(one.value)))
    if (type === 'ObjectExpression' && childrenOf(node).some(one => nameOf(one.key) === 'decision'))
      found.push(...childrenOf(node).flatMap(one => (nameOf(one.key) === 'label' ? textsOf(one.value) : [])))
    childrenOf(node).forEach(visit)
  }
  visit(parseSync(file, read(file)).program as unknown as Syntax)
  return found
    .map(label => label.replaceAll(/\s+/g, ' ').trim().replace(/…$/, ''))
    .filter(label => /^[A-Z]/.test(label))
}

/** Whether an element inside a button is its key, or a word for screen readers alone. */
const isUnseen = ({ openingElement }: Syntax): boolean =>
  /"name":"Key"|"value":"sr-only"/.test(JSON.stringify(openingElement))

/** All texts that an expression may show. */
function textsOf(node: unknown): string[] {
  if (!isSyntax(node)) return ['']
  const joined = (parts: string[][]) =>
    parts.reduce((before, part) => before.flatMap(one => part.map(other => one + other)), [''])
  switch (node.type) {
    case 'JSXText':
      return [String(node.value).replaceAll(/\s*\n\s*/g, ' ')]
    case 'Literal':
      return [typeof node.value === 'string' ? node.value : '']
    case 'JSXExpressionContainer':
      return textsOf(node.expression)
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return ['', ...textsOf(node.right)]
    case 'TemplateLiteral':
      return joined(
        [node.quasis, node.expressions]
          .flat()
          .filter(isSyntax)
          .toSorted((a, b) => Number(a.start) - Number(b.start))
          .map(one => (one.type === 'TemplateElement' ? [(one.value as { cooked: string }).cooked] : ['{}'])),
      )
    case 'JSXElement':
      return isUnseen(node) ? [''] : joined([node.children].flat().map(textsOf))
    default:
      return ['{}']
  }
}

test('CHANGELOG.md begins with the version of package.json, and each section is older than the one above it', () => {
  const sections = [...read('CHANGELOG.md').matchAll(/^## (\S+) - (\S+)$/gm)]
  assert.equal(sections[0]?.[1], JSON.parse(read('package.json')).version)
  const days = sections.map(([, , day = '']) => day)
  assert.deepEqual(days, days.toSorted().reverse())
})

test('every link between the pages has a target page and heading', () => {
  const broken = PAGES.flatMap(page => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    return links
      .filter(link => !/^(?:https?:|mailto:)/.test(link) && !leadsSomewhere(page, link))
      .map(link => `${page}: ${link}`)
  })
  assert.deepEqual(broken, [])
})

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!exists(join(ROOT, target))) return false
  return heading === undefined || headingsOf(read(target)).includes(heading)
}

/** The anchors of a Markdown page's headings, as GitHub makes them. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every command that the README and the pages show exists, with its options', async () => {
  const wrong: string[] = []
  for (const page of PAGES)
    for (const words of commandsIn(read(page))) {
      const fault = await faultOf(words)
      if (fault) wrong.push(`${page}: tidings ${words.join(' ')}: ${fault}`)
    }
  assert.deepEqual(wrong, [])
})

/** The words after `tidings` at the beginning of a line of code or of a code span, up to a comment or a redirection. */
function commandsIn(text: string): string[][] {
  const joined = text.replaceAll(/ \\\n\s*/g, ' ')
  const command = /(?:^ *|`)(?:[A-Z_]+=\S+ )*(?:bin\/)?tidings(?:\.mjs)? ([^`\n]+)/gm
  return codeIn(joined).flatMap(code =>
    [...code.matchAll(command)].map(([, line = '']) =>
      (line.split(/\s(?:#|<|>|\|)\s?/)[0] ?? '').trim().split(/\s+/),
    ),
  )
}

/** The code blocks of a page, and its code spans with their marks. */
const codeIn = (text: string): string[] => text.match(/^```[\s\S]*?^```|^ {4}.*$|`[^`\n]+`/gm) ?? []

/**
 * Commands that install, fetch or include a package or repository by a name that is not ours, which anybody could take. For npm, a path
 * that does not begin with a dot or a slash is a repository on GitHub.
 */
const FREE_NAMES =
  /\bnpx (?:-\S+ )*tidings\b|\bnpm (?:i|install|add|exec|view) (?:-\S+ )*tidings(?:@|\s|`|$)|\bnpm (?:install|publish) (?:-\S+ )*[\w-]+\/|\bOWNER\/|remote: |npmjs\.com\/package/

test('no page, job or unit fetches Tidings by a name that anybody can take', () => {
  const files = [
    ...PAGES,
    ...globSync(['SECURITY.md', 'action.yml', '*.yaml', 'deploy/*', 'scripts/pipelines/*', 'docs/api/*.md'], {
      cwd: ROOT,
    }),
  ]
  const found = files.flatMap(file =>
    read(file)
      .split('\n')
      .filter(line => FREE_NAMES.test(line) && !line.includes('has to say 404'))
      .map(line => `${file}: ${line}`),
  )
  assert.deepEqual(found, [])
})

test('SECURITY.md names the address of the repository, or says that there is none', () => {
  const { repository } = JSON.parse(read('package.json'))
  assert.ok(read('SECURITY.md').includes(repository ?? 'has no public address yet'))
  assert.ok(whereToAsk().includes(repository ?? 'has no public address yet'))
})

async function faultOf(words: readonly string[]): Promise<string | null> {
  const names = [3, 2, 1].map(length => words.slice(0, length).join(' '))
  const command = (await Promise.all(names.map(commandNamed))).find(found => found !== null)
  if (!command) return /^(?:help|--help|<)/.test(words[0] ?? '') ? null : 'no such command'
  const known: string[] = usageOf(command).match(/--[a-z-]+/g) ?? []
  const flags = words.flatMap(word => /^\[?--([a-z-]+)/.exec(word)?.[1] ?? [])
  const unknown = flags.filter(flag => flag !== 'json' && flag !== 'help' && !known.includes(`--${flag}`))
  return unknown.length === 0 ? null : `no option --${unknown.join(', --')}`
}
