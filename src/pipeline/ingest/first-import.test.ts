import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearPromotion } from '#changelog/entries/promotion.ts'
import { accountExamples } from '#pipeline/judging/account-context.ts'
import { learnFromHistory } from '#pipeline/judging/past-examples.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { ENGINES } from '#testing/databases.ts'
import { pullId } from '#testing/drafts.ts'
import { aPull } from '#testing/pulls.ts'
import { aWorld } from '#testing/world.ts'
import { markAnnounced } from './import.ts'

const FACTS = { host: 'github.com', repo: 'acme/app' }
const HOUR = 3_600_000

/** A past of merges in rounds of three. The changelog names the first of each round, and never one in `src/labs`. */
function aPast(rounds: number): { merges: MergedPull[]; changelogFiles: ChangelogFile[] } {
  const merges = Array.from({ length: rounds * 3 }, (_, at) => {
    const sort = [
      { title: `Allow report number ${at} to be exported`, files: [`src/app/r${at}.ts`] },
      { title: `Refactor the store of reports`, files: [`src/store/s${at}.ts`] },
      { title: `Add sandbox number ${at}`, files: [`src/labs/l${at}.ts`] },
    ][at % 3]
    return aPull({ ...sort, number: at + 1, mergedAt: at * HOUR, mergeCommit: null, url: null })
  })
  const lines = merges.flatMap(({ number, title }, at) => (at % 3 === 0 ? [`- ${title} (#${number})`] : []))
  const text = `# Changelog\n\n## 2.0.0\n\n### Features\n\n${lines.join('\n')}\n`
  return {
    merges: merges.toReversed(),
    changelogFiles: [{ form: 'changelog', name: 'CHANGELOG.md', text, at: null }],
  }
}

for (const engine of ENGINES) {
  test(`a repository's changelog teaches what its team announces, once (${engine})`, async () => {
    await using world = await aWorld(engine)
    const { db, action, account } = world
    const { merges, changelogFiles } = aPast(40)
    let reads = 0
    const readMerges = async () => {
      reads++
      return merges
    }
    const past = { facts: FACTS, changelogFiles, merges: readMerges }
    const examples = await learnFromHistory(db, action, account, past)
    assert.ok(examples > 80, `${examples}`)
    assert.equal(await learnFromHistory(db, action, account, past), 0)
    assert.equal(reads, 1)
    const learnt = await accountExamples(db.read, account.id)
    assert.equal(learnt.length, examples)
    assert.ok(learnt.some(({ source }) => source === 'silence'))
    world.merge('Add drag and drop to the sandbox', { number: 900, files: ['src/labs/drag.ts'] })
    world.merge('Allow reports to be sorted', { number: 901, files: ['src/app/sort.ts'] })
    await world.settle({ publish: false })
    assert.deepEqual(await world.ledger(), [
      'drafted Allow reports to be sorted',
      'internal Add drag and drop to the sandbox',
    ])
    const [, lab] = await listPulls(db.read, { accountId: account.id })
    const decision = await db.read
      .selectFrom('decision')
      .select(['version', 'evidence'])
      .innerJoin('pull_request', 'pull_request.decision_id', 'decision.id')
      .where('pull_request.id', '=', lab?.id ?? '')
      .executeTakeFirstOrThrow()
    assert.match(decision.version, /\+team-[0-9a-f]{12}$/)
    assert.match(decision.evidence, /the team announced 0 of \d+ changes/)
  })

  test(`after a history of changesets, a merge without one counts as internal (${engine})`, async () => {
    await using world = await aWorld(engine)
    const { db, action, account } = world
    const fragments = [{ path: '.changeset/a.md', text: '---\n"app": patch\n---\nAllow exports\n' }]
    const merges = aPast(40).merges.map((pull, at) => (at % 3 === 2 ? { ...pull, fragments } : pull))
    await learnFromHistory(db, action, account, {
      facts: FACTS,
      changelogFiles: [],
      merges: async () => merges,
    })
    const learnt = await accountExamples(db.read, account.id)
    assert.equal(learnt.filter(({ record }) => record?.announces).length, 40)
    assert.ok(learnt.every(({ pull }) => pull.fragments.length === 0))
  })

  test(`an import marks what the changelog names as promoted (${engine})`, async () => {
    await using world = await aWorld(engine)
    const { db, account } = world
    const { changelogFiles } = aPast(2)
    world.merge('Allow reports to be exported', { number: 1 })
    world.merge('Allow reports to be sorted', { number: 2 })
    await world.settle({ publish: false })
    const action = { ...world.action, actor: 'import' }
    assert.equal(await markAnnounced(db, action, account, { facts: FACTS, changelogFiles }), 1)
    assert.equal(await markAnnounced(db, action, account, { facts: FACTS, changelogFiles }), 0)
    const rows = await db.read
      .selectFrom('pull_request')
      .select(['number', 'promoted_by'])
      .orderBy('number')
      .execute()
    assert.deepEqual(
      rows.map(row => [row.number, row.promoted_by]),
      [
        [1, 'import'],
        [2, null],
      ],
    )
  })

  test(`a pull request that the changelog already names gets no draft (${engine})`, async () => {
    await using world = await aWorld(engine)
    const { db, account } = world
    const text = '# Changelog\n\n## Unreleased\n\n- Sorting (#2)\n\n## 1.0.0\n\n- Export (#1)\n'
    const changelogFiles: ChangelogFile[] = [{ form: 'changelog', name: 'CHANGELOG.md', text, at: null }]
    assert.equal(await markAnnounced(db, world.action, account, { facts: FACTS, changelogFiles }), 0)
    world.merge('feat: export reports', { number: 1 })
    world.merge('feat: sort reports', { number: 2 })
    await world.settle({ publish: false })
    assert.deepEqual(await world.ledger(), ['drafted feat: sort reports', 'announced feat: export reports'])
    assert.deepEqual(await world.entries(), ['draft Sort reports'])
    const highlights = await db.read.selectFrom('highlight').select('content').execute()
    assert.deepEqual(highlights.map(row => JSON.parse(row.content).already_promoted).sort(), [false, true])
    const id = await pullId(world, 1)
    await db.write(tx => clearPromotion(tx, world.action, id))
    assert.deepEqual(await world.ledger(), ['drafted feat: sort reports', 'history feat: export reports'])
  })
}
