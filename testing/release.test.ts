import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { newestNotes, nextVersion } from '../scripts/release/section.ts'
import { aRepository, type Repository } from './repositories.ts'

const RELEASE = fileURLToPath(new URL('../scripts/release.ts', import.meta.url))

/** A checkout whose changelog begins with 0.1.0, with merges of these titles before and after that release. */
async function aProject(context: TestContext, { before, after }: { before: string[]; after: string[] }) {
  const repository = await aRepository({ bare: false })
  context.after(() => repository[Symbol.dispose]())
  const manifest = `${JSON.stringify({ name: 'acme', version: '0.1.0' })}\n`
  await mergeAll(repository, before, 1)
  await repository.commit('Release 0.1.0', {
    files: { 'package.json': manifest, 'CHANGELOG.md': '# Changelog of Tidings\n\n## 0.1.0 - 2026-01-05\n' },
  })
  await mergeAll(repository, after, 1 + before.length)
  await repository.git('reset', '--quiet', '--hard', 'main')
  return repository.folder
}

async function mergeAll(repository: Repository, titles: string[], first: number): Promise<void> {
  for (const [at, title] of titles.entries())
    await repository.squash(title, {
      number: first + at,
      body: noteOn(title),
      files: { [`src/${first + at}.ts`]: `${title}\n`.repeat(300) },
    })
}

/** The body of a merge. A feature has a release note, because what the team itself says is certain. */
const noteOn = (title: string) =>
  title.startsWith('feat') ? `## Release notes\n\nCustomers can ${title.replace('feat: ', '')}.` : ''

const release = (folder: string) =>
  execFileSync(process.execPath, [RELEASE, folder], { encoding: 'utf8', stdio: 'pipe' })

const readIn = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

test('a release tells what was merged since the last one, and its version follows from it', async context => {
  const folder = await aProject(context, {
    before: ['feat: share a report by link'],
    after: ['feat: export invoices as PDF', 'fix: totals show the right currency', 'ci: cache the packages'],
  })
  release(folder)
  assert.equal(JSON.parse(readIn(folder, 'package.json')).version, '0.2.0')
  const changelog = readIn(folder, 'CHANGELOG.md')
  assert.match(
    changelog,
    /^## 0\.2\.0 - 2026-01-05\n\n### New\n\n- .*export invoices.*\n\n### Fixed\n\n- .*currency/ims,
  )
  assert.doesNotMatch(changelog, /share a report|cache the packages/i)
  assert.equal(changelog.match(/^# /gm)?.length, 1)
  assert.match(changelog, /\n## 0\.1\.0 - 2026-01-05\n$/)
  assert.match(newestNotes(changelog), /^### New\n/)
  assert.doesNotMatch(newestNotes(changelog), /^## /m)
})

test('the first release tells what is new, and keeps the version of package.json', async context => {
  const repository = await aRepository({ bare: false })
  context.after(() => repository[Symbol.dispose]())
  await mergeAll(repository, ['feat: export invoices as PDF', 'fix: totals show the right currency'], 1)
  await repository.git('reset', '--quiet', '--hard', 'main')
  writeFileSync(join(repository.folder, 'package.json'), '{"name":"acme","version":"0.1.0"}')
  release(repository.folder)
  assert.match(readIn(repository.folder, 'CHANGELOG.md'), /^## 0\.1\.0 - /m)
  assert.doesNotMatch(readIn(repository.folder, 'CHANGELOG.md'), /currency/)
})

test('where customers would notice nothing there is no release', async context => {
  const folder = await aProject(context, { before: [], after: ['ci: cache the packages'] })
  assert.throws(() => release(folder), /Nothing that customers would notice was merged since 0\.1\.0/)
  assert.equal(JSON.parse(readIn(folder, 'package.json')).version, '0.1.0')
  assert.ok(!existsSync(join(folder, 'package-lock.json')))
})

test('versions are semantic, and before 1.0 a breaking change is something new', () => {
  const change = { kind: 'feature', confidence: 'high', title: 'x', body: '' } as const
  const [fix, feature] = [
    { ...change, magnitude: 'patch', isBreaking: false } as const,
    { ...change, magnitude: 'minor', isBreaking: false } as const,
  ]
  const breaking = { ...feature, isBreaking: true }
  assert.equal(nextVersion('1.4.2', [fix]), '1.4.3')
  assert.equal(nextVersion('1.4.2', [fix, feature]), '1.5.0')
  assert.equal(nextVersion('1.4.2', [fix, breaking]), '2.0.0')
  assert.equal(nextVersion('0.4.2', [breaking]), '0.5.0')
})
