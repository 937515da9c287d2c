// Makes the npm package in build/package, the file of it that npm publishes and installs, and the notes of the release, all in build.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ENGINE } from '../bin/supported-node.mjs'
import { bundle } from './package/bundle.ts'
import { removeDeadLinks } from './package/documents.ts'
import { packageManifest, saidOf } from './package/manifest.ts'
import { newestNotes } from './release/section.ts'

const root = resolve(import.meta.dirname, '..')
const target = join(root, 'build', 'package')

/** What is installed beside the bundle: a native library, fonts, and parsers that are loaded by `require`. */
const isExternal = (name: string): boolean =>
  /^(?:sharp|yaml|smol-toml|@fontsource(?:-variable)?\/.+)$/.test(name)

/** The files that the bundle reads: those of `src` keep their paths below it, the others theirs below the package. */
const FILES = [
  'src/**/*.{bin,css,js,svg,sql}',
  'dashboard/dist/{index.html,licenses.md,assets/*}',
  'dashboard/widget/dist/*',
  'bin/{memory,process,start,supported-node}.mjs',
  'deploy/{tidings.service,dump.sh}',
  'docs/api/*.md',
  'docs/{backtest,changelog-page,check,classification,copy,monitoring,operations,operations/*,pipelines,single-sign-on,social,words,writer}.md',
  'docs/monitoring/*',
  '{README,CHANGELOG,SECURITY}.md',
  '.env.example',
  'LICENSE',
]

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const dependencies = Object.fromEntries(
  Object.entries<string>(manifest.dependencies).filter(([name]) => isExternal(name)),
)
const packed = packageManifest(manifest, ENGINE, dependencies)

rmSync(join(root, 'build'), { recursive: true, force: true })
await bundle(join(target, 'dist'), Object.keys(dependencies))
for (const file of globSync(FILES, { cwd: root })) copy(file, file.replace(/^src\//, 'dist/'))
copy('bin/installed.mjs', 'bin/tidings.mjs')
for (const document of globSync('**/*.md', { cwd: target })) removeDeadLinks(join(target, document))
writeFileSync(join(target, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
const file = execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], {
  cwd: target,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
}).trim()

writeFileSync(
  join(root, 'build', 'release-notes.md'),
  newestNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')),
)
process.stdout.write(saidOf(`./${relative(process.cwd(), join(root, 'build', file))}`, packed))

function copy(from: string, to: string): void {
  mkdirSync(dirname(join(target, to)), { recursive: true })
  cpSync(join(root, from), join(target, to))
}
