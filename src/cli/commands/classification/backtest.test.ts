import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'

const cli = aCommandLine()
after(() => cli.remove())

const CHANGELOG = `# Changelog

## 1.1.0

### Added

- Receipts can be sent by mail (#1)
- Our deployment is faster (#4)

### Fixed

- Receipts show the right currency (#2)
`

/** Makes four merges and a changelog that mentions three of them, one of which no customer would notice. */
async function aTeam(repo: Repository): Promise<void> {
  const source = (name: string) => ({ [`src/${name}.ts`]: `${name}\n` })
  await repo.squash('feat: send receipts by mail', { number: 1, files: source('mail') })
  await repo.squash('fix: wrong currency on receipts', { number: 2, files: source('currency') })
  await repo.squash('test: cover the printer', { number: 3, files: { 'test/printer.test.ts': 'x\n' } })
  await repo.squash('ci: cache the toolchain', { number: 4, files: { '.github/workflows/ci.yml': 'x\n' } })
  await repo.commit('Write the changelog', { files: { 'CHANGELOG.md': CHANGELOG } })
}

test('a backtest reports where the labels come from, and what it missed and why', async () => {
  using repo = await aRepository()
  await aTeam(repo)
  const { code, out } = await cli.run('backtest', repo.folder)
  assert.equal(code, 0)
  assert.match(out, /Labels come from CHANGELOG\.md, which names 3 of 4 merges in January 2026\./)
  assert.match(out, /precision\s+100 %/)
  assert.match(out, /Only 3 announced and one not: the figures are indicative\./)
  assert.match(
    out,
    /Missed: announced, but not shown \(1\)\n {2}#4 {2}ci: cache the toolchain\n.*Only CI workflows changed/,
  )
  assert.match(out, /Announced \(1\.1\.0, feature\): Our deployment is faster/)
})

test('a backtest prints the same figures as JSON, with every wrong decision', async () => {
  using repo = await aRepository()
  await aTeam(repo)
  const found = await cli.json('backtest', repo.folder)
  assert.deepEqual(found.tally, { hits: 2, missed: 1, noise: 0, quiet: 1 })
  assert.equal(found.precision, 1)
  assert.equal(found.recall, 2 / 3)
  assert.deepEqual(found.sources[0].files, ['CHANGELOG.md'])
  assert.deepEqual(
    found.missed.map(({ number, note }: { number: number; note: string }) => [number, note]),
    [[4, 'Our deployment is faster']],
  )
})

test('the record itself is hidden from the classifier', async () => {
  using repo = await aRepository()
  const fragment = (number: number) => ({ [`changelog.d/${number}.feature`]: 'A capability\n' })
  await repo.squash('Cover the printer', { number: 1, files: { 'test/a.test.ts': 'x\n', ...fragment(1) } })
  await repo.squash('Cover the scanner', { number: 2, files: { 'test/b.test.ts': 'x\n' } })
  const found = await cli.json('backtest', repo.folder)
  assert.deepEqual(found.tally, { hits: 0, missed: 1, noise: 0, quiet: 1 })
})

test('a repository that announced nothing says so before its history is read, and what to do instead', async () => {
  using repo = await aRepository()
  await repo.squash('feat: send receipts by mail', { number: 1, files: { 'a.ts': 'x\n' } })
  const { code, out, err } = await cli.run('backtest', repo.folder)
  assert.equal(code, 1)
  assert.equal(out, '')
  const [first = '', error = ''] = err.split('it shows what would be announced.\n')
  assert.match(
    first,
    /^No changelog and no tag message here names pull requests, so there may be nothing to compare with\./,
  )
  assert.match(error, /^Nothing that the team announced can be read from this repository: one merge, /)
})

test('a folder that is not a repository and an unknown option are refused in one line', async () => {
  const nowhere = await cli.run('backtest', '/nowhere')
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.err, /no such folder/)
  assert.equal((await cli.run('backtest')).code, 2)
  assert.equal((await cli.run('backtest', '.', '--last', 'x')).code, 2)
})
