import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '#testing/databases.ts'
import { previewed } from '#testing/previews.ts'
import { aRepository } from '#testing/repositories.ts'
import { aWorld } from '#testing/world.ts'

const note = (bump: string, text: string) => `---\n"app": ${bump}\n---\n\n${text}\n`
const DAYS = note('minor', 'You can choose a day in every form.')
const NAMES = note('patch', 'Files keep their names.')

test('changesets that come back when a release is undone are told once', async () => {
  using repo = await aRepository()
  await repo.squash('Forms', { number: 10, files: { '.changeset/a.md': DAYS, 'src/a.ts': 'a\n' } })
  await repo.squash('Files', { number: 11, files: { '.changeset/b.md': NAMES, 'src/b.ts': 'b\n' } })
  const gone = { '.changeset/a.md': null, '.changeset/b.md': null }
  await repo.squash('Version Packages', { number: 12, files: { ...gone, 'CHANGELOG.md': '## 1.1.0\n' } })
  const back = { '.changeset/a.md': DAYS, '.changeset/b.md': NAMES, 'CHANGELOG.md': null, 'src/c.ts': 'c\n' }
  await repo.squash('Undo release 1.1.0 to do it again', { number: 13, files: back })
  const items = await previewed(repo, { internal: false })
  assert.deepEqual(
    items.map(({ number, pitch }) => [number, pitch.headline]),
    [
      [11, 'Files keep their names'],
      [10, 'You can choose a day in every form'],
    ],
  )
})

test('in a history of thousands of merges a changeset is told by the first that has it', async () => {
  using repo = await aRepository()
  const others = Array.from({ length: 2_000 }, (_, at) => ({
    ...{ title: 'Keep the order of rows', number: at + 2 },
    files: { 'src/rows.ts': `${at}\n`, ...(at === 0 && { '.changeset/a.md': null }) },
  }))
  await repo.squashAll([
    { title: 'Forms', number: 1, files: { '.changeset/a.md': DAYS, 'src/a.ts': 'a\n' } },
    ...others,
    { title: 'Undo release 1.1.0', number: 2_002, files: { '.changeset/a.md': DAYS } },
  ])
  const items = await previewed(repo)
  assert.equal(items.length, 2_002)
  assert.deepEqual(
    items.filter(({ pitch }) => /choose a day/.test(pitch.headline)).map(({ number }) => number),
    [1],
  )
})

for (const engine of ENGINES)
  test(`a stacked squash tells its own release note and not that of its base (${engine})`, async () => {
    await using world = await aWorld(engine)
    const base = '* feat: give sums as text\n\nRelease note: Sums of money are text now.'
    const own = '* feat: ask for a tag\n\nRelease note: Every project needs a tag.'
    world.merge('feat: give sums as text', { number: 1, body: base })
    await world.settle({ publish: false })
    world.merge('feat: ask for a tag', { number: 2, body: `${base}\n\n${own}` })
    await world.settle({ publish: false })
    assert.deepEqual((await world.entries()).sort(), [
      'draft Every project needs a tag',
      'draft Sums of money are text now',
    ])
  })

for (const engine of ENGINES)
  test(`a changeset that a later delivery brings again is told once (${engine})`, async () => {
    await using world = await aWorld(engine)
    const fragments = [{ path: '.changeset/a.md', text: DAYS }]
    world.merge('Forms', { number: 1, fragments })
    await world.settle({ publish: false })
    world.merge('Undo release 1.1.0', {
      number: 2,
      fragments,
      files: [{ path: '.changeset/a.md', additions: 5, deletions: 0, status: 'added' }],
    })
    await world.settle({ publish: false })
    world.merge('Forms', { number: 1, fragments })
    await world.settle({ publish: false })
    assert.deepEqual(await world.entries(), ['draft You can choose a day in every form'])
  })

for (const engine of ENGINES)
  test(`a changeset of which a backfill reads the newer merge first is told once (${engine})`, async () => {
    await using world = await aWorld(engine)
    const fragments = [{ path: '.changeset/a.md', text: DAYS }]
    world.merge('Undo release 1.1.0', { number: 2, fragments })
    await world.settle({ publish: false })
    world.merge('Forms', { number: 1, fragments })
    await world.settle({ publish: false })
    const told = (await world.entries()).filter(entry => /choose a day/.test(entry))
    assert.equal(told.length, 1)
  })

test('the changeset of a change that was reverted may come again', async () => {
  const forms = { '.changeset/a.md': DAYS, 'src/a.ts': 'a\n' }
  for (const revert of ['Revert "Forms" (#11)', 'Take the forms back (#11)\n\nReverts #10']) {
    using repo = await aRepository()
    await repo.squash('Forms', { number: 10, files: forms })
    await repo.commit(revert, { files: { '.changeset/a.md': null, 'src/a.ts': null } })
    await repo.squash('Forms that save what you typed', { number: 12, files: forms })
    const items = await previewed(repo, { internal: false })
    assert.deepEqual(
      items.map(({ number, pitch }) => [number, pitch.headline]),
      [[12, 'You can choose a day in every form']],
    )
  }
})
