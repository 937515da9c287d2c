import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'

const cli = aCommandLine()
let repo: Repository

/** Thirty rounds of a feature, housekeeping, and a change in `src/labs`, which the changelog never mentions; then two changes of today. */
before(async () => {
  repo = await aRepository()
  const lines: string[] = []
  for (let at = 0; at < 30; at++) {
    const number = 3 * at + 1
    const news = `Allow report number ${at} to be exported`
    await repo.squash(news, { number, files: { [`src/app/r${at}.ts`]: 'x\n' } })
    await repo.squash('Refactor the store of reports', {
      number: number + 1,
      files: { [`src/store/s${at}.ts`]: 'x\n' },
    })
    await repo.squash(`Allow sandbox number ${at} to be shared`, {
      number: number + 2,
      files: { [`src/labs/l${at}.ts`]: 'x\n' },
    })
    lines.push(`- ${news} (#${number})`)
  }
  const text = `# Changelog\n\n## 1.0.0\n\n### Added\n\n${lines.join('\n')}\n`
  await repo.commit('Write the changelog', { files: { 'CHANGELOG.md': text } })
  await repo.squash('Allow reports to be sorted', { number: 98, files: { 'src/app/sort.ts': 'x\n' } })
  await repo.squash('Allow sandboxes to be sorted', { number: 99, files: { 'src/labs/drag.ts': 'x\n' } })
})
after(() => {
  repo[Symbol.dispose]()
  cli.remove()
})

test('a backtest reports how learning from the older half of the record improves the newer half', async () => {
  const { taught } = await cli.json('backtest', repo.folder)
  assert.ok(taught.given >= 40, `${taught.given}`)
  assert.ok(taught.with.balanced_accuracy > taught.without.balanced_accuracy + 0.1)
  const { out } = await cli.run('backtest', repo.folder)
  assert.match(
    out,
    /Learning from the team\n.*later half, without learning .*\n.*after \d+ of its own decisions /,
  )
})

test('a first import learns from the changelog, classifies by it and marks what it names as promoted', async () => {
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const first = await cli.run('import', 'git', repo.folder, '--account', account, '--last', '5')
  assert.match(first.err, /Learned from \d+ past decisions in the repository's own record\./)
  const { pulls } = await cli.json('pull', 'list', '--account', account)
  const byNumber = new Map<number, { visibility: string; already_promoted: boolean; reason: string }>(
    pulls.map((pull: { number: number }) => [pull.number, pull]),
  )
  assert.equal(byNumber.get(98)?.visibility, 'user-facing')
  assert.equal(byNumber.get(99)?.visibility, 'internal')
  assert.deepEqual(
    [88, 89, 98].map(number => byNumber.get(number)?.already_promoted),
    [true, false, false],
  )
  const again = await cli.run('import', 'git', repo.folder, '--account', account)
  assert.doesNotMatch(again.err, /Learned from/)
})

test('a preview decides about each merge as an import does where no past changelog is to be learnt from', async () => {
  using plain = await aRepository()
  for (let at = 1; at <= 30; at++) {
    const title = at % 3 === 0 ? `Refactor part ${at} of the store` : `Fix report ${at} not being exported`
    await plain.squash(title, { number: at, files: { [`src/app/r${at}.ts`]: 'x\n' } })
  }
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Berth')
  await cli.run('import', 'git', plain.folder, '--account', account)
  const { pulls } = await cli.json('pull', 'list', '--account', account)
  const { entries } = JSON.parse(
    (await cli.run('preview', plain.folder, '--internal', '--format', 'json')).out,
  )
  const decisions = (decided: Decided[]) =>
    decided
      .map(({ number, visibility, kind, magnitude, confidence }) =>
        [number, visibility, kind, magnitude, confidence].join(' '),
      )
      .toSorted()
  assert.equal(pulls.length, 30)
  assert.deepEqual(decisions(entries), decisions(pulls))
})

interface Decided {
  number: number
  visibility: string
  kind: string
  magnitude: string
  confidence: string
}
