// Prepares a release of Tidings with Tidings: begins CHANGELOG.md with what customers would notice since the last release, and sets the
// version that follows from it. Usage: release.ts [folder], a checkout with a package.json; without it, this one.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type Change,
  headingOf,
  nextVersion,
  sectionOf,
  TITLE,
  worthTellingFirst,
} from './release/section.ts'

const tidings = resolve(import.meta.dirname, '..', 'bin', 'tidings.mjs')
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const file = join(root, 'CHANGELOG.md')
const pastSections = existsSync(file) ? /^\n## .*/ms.exec(readFileSync(file, 'utf8'))?.[0] : undefined
const { version: last } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const changes =
  pastSections === undefined ? changesIn('HEAD').filter(worthTellingFirst) : changesIn(sinceLast())
if (changes.length === 0) {
  process.stderr.write(`Nothing that customers would notice was merged since ${last}.\n`)
  process.exitCode = 1
} else {
  const version = pastSections === undefined ? last : nextVersion(last, changes)
  const section = sectionOf(version, git('log', '-1', '--format=%cs'), changes)
  writeFileSync(file, `${TITLE}${section}${pastSections ?? ''}`)
  run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'])
  process.stdout.write(`CHANGELOG.md begins with ${version} now. Read it, edit it and commit it.\n`)
}

/** The commits after the one that brought the last section. A branch that began earlier and was merged later is among them. */
function sinceLast(): string {
  const released = git('log', '--format=%H', `-S${headingOf(last)}`, '--', 'CHANGELOG.md')
    .split('\n')
    .at(-1)
  if (!released) throw new Error(`No commit brought a section of CHANGELOG.md for ${last}.`)
  return `${released}..HEAD`
}

/** What customers would notice of these commits. All are read, because the earlier ones tell how to read the later. */
function changesIn(range: string): Change[] {
  const commits = new Set(git('rev-list', range).split('\n'))
  const { entries } = JSON.parse(run(process.execPath, [tidings, 'preview', root, '--json']))
  return entries.filter((entry: { commit: string }) => commits.has(entry.commit))
}

function git(...args: string[]): string {
  return run('git', args).trim()
}

function run(command: string, args: string[]): string {
  return execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1_000_000_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
