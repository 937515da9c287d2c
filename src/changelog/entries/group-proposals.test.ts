import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '#testing/databases.ts'
import { aWorld, type World } from '#testing/world.ts'
import { proposeGroups } from './group-proposals.ts'
import { groupEntries } from './grouping.ts'
import { listEntries } from './list.ts'

const proposed = async (world: World) =>
  (await proposeGroups(world.db.read, world.account.id)).map(({ topics, entries }) => [
    topics.join(' '),
    ...entries.map(entry => entry.title),
  ])

for (const engine of ENGINES) {
  test(`drafts that share an issue are proposed as one entry, the most important first (${engine})`, async () => {
    await using world = await aWorld(engine)
    world.merge('fix: reports open in the right language', { linkedIssues: ['#70'] })
    world.merge('feat: Export reports as CSV', { linkedIssues: ['acme/app#70', '#71'] })
    world.merge('feat: Add a dark theme', { linkedIssues: ['#72'] })
    await world.settle({ publish: false })
    assert.deepEqual(await proposed(world), [
      ['acme/app#70', 'Export reports as CSV', 'Reports open in the right language'],
    ])
    const [proposal] = await proposeGroups(world.db.read, world.account.id)
    assert.equal(proposal?.theme, 'reports', 'what the titles have in common')
    const entryIds = proposal?.entries.map(entry => entry.id) ?? []
    await world.db.write(tx => groupEntries(tx, world.action, world.account.id, { entryIds }))
    assert.deepEqual(await proposed(world), [])
  })
}

test('an issue of another repository is matched by its full name, not by its number alone', async () => {
  await using world = await aWorld()
  const elsewhere = (number: number, linkedIssues: string[]) => ({
    repo: 'acme/site',
    number,
    linkedIssues,
    url: `https://github.com/acme/site/pull/${number}`,
  })
  world.merge('feat: Export reports as CSV', { number: 1, linkedIssues: ['#70', '#80'] })
  world.merge('feat: Show the export on the site', elsewhere(2, ['Acme/App#70']))
  world.merge('feat: Add a dark theme to the site', elsewhere(3, ['#80']))
  await world.settle({ publish: false })
  assert.deepEqual(
    (await proposed(world)).map(([issue, ...titles]) => [issue, titles.length]),
    [['acme/app#70', 2]],
  )
})

test('an issue with many pull requests is not proposed, even if most of them are published', async () => {
  await using world = await aWorld()
  for (let number = 1; number <= 9; number++)
    world.merge(`feat: Add report number ${number}`, { number, linkedIssues: ['#70'] })
  await world.settle({ publish: true })
  world.merge('feat: Export reports as CSV', { number: 20, linkedIssues: ['#70'] })
  await world.settle({ publish: false })
  assert.deepEqual(await proposed(world), [])
  world.merge('feat: Export reports as PDF', { number: 21, linkedIssues: ['#70'] })
  await world.settle({ publish: false })
  assert.deepEqual(await proposed(world), [])
  const eleven = (await listEntries(world.db.read, { accountId: world.account.id })).length
  assert.equal(eleven, 11)
})

test('merges by bots and reverts are left out, and each draft is in one proposal', async () => {
  await using world = await aWorld()
  world.merge('feat: Export reports as CSV', { number: 1, linkedIssues: ['#70', '#71'] })
  world.merge('feat: Export reports as PDF', { number: 2, linkedIssues: ['#70', '#71'] })
  world.merge('feat: Export reports as XML', { number: 3, linkedIssues: ['#71', '#72'] })
  world.merge('feat: Add a dark theme', { number: 4, linkedIssues: ['#72'] })
  world.merge('feat: Translate reports', {
    number: 5,
    linkedIssues: ['#71'],
    author: 'weblate',
    authorIsBot: true,
  })
  world.merge('Revert "feat: Drop old reports (#99)"', { number: 6, linkedIssues: ['#71'] })
  await world.settle({ publish: false })
  assert.deepEqual(
    (await proposed(world)).map(([topics, ...titles]) => [topics, titles.length]),
    [['acme/app#71', 3]],
  )
})

test('a follow-up by number is proposed with what it follows', async () => {
  await using world = await aWorld()
  world.merge('feat: Export reports as CSV', { number: 1 })
  world.merge('feat: Choose a separator', { number: 2, body: 'Follow-up to #1: some need semicolons.' })
  world.merge('feat: Add a dark theme', { number: 3, body: 'Unlike #1, nothing is exported.' })
  await world.settle({ publish: false })
  assert.deepEqual(await proposed(world), [['acme/app#1', 'Choose a separator', 'Export reports as CSV']])
})

test('two weeks of work on one part and one thing are proposed as one entry', async () => {
  await using world = await aWorld()
  const day = (days: number) => ({ mergedAt: world.clock.now() - days * 86_400_000 })
  world.merge('feat(reports): export totals as CSV', { number: 1, ...day(3) })
  world.merge('fix(reports): round the totals of an export', { number: 2, ...day(10) })
  world.merge('feat(reports): export totals as PDF', { number: 3, ...day(40) })
  world.merge('feat(invoices): export totals as CSV', { number: 4, ...day(4) })
  world.merge('feat(reports): print the totals', { number: 5, ...day(5) })
  await world.settle({ publish: false })
  assert.deepEqual(await proposed(world), [
    ['acme/app reports: export total', 'Export totals as CSV', 'Round the totals of an export'],
  ])
  const [proposal] = await proposeGroups(world.db.read, world.account.id)
  assert.equal(proposal?.theme, 'reports')
})

test('titles that name no part are proposed as one entry where they share three words', async () => {
  await using world = await aWorld()
  world.merge('feat: add branding preferences reset dialog', { number: 1 })
  world.merge('feat: add document preferences reset dialog', { number: 2 })
  world.merge('feat: let admins reset the preferences of a member', { number: 3 })
  world.merge('feat(branding): preview colors', { number: 4 })
  await world.settle({ publish: false })
  assert.deepEqual(await proposed(world), [
    [
      'acme/app: dialog preference reset',
      'Add branding preferences reset dialog',
      'Add document preferences reset dialog',
    ],
  ])
  const [proposal] = await proposeGroups(world.db.read, world.account.id)
  assert.equal(proposal?.theme, 'preferences')
})

test('a proposal is named after a thing, not after a word for some of them', async () => {
  await using world = await aWorld()
  world.merge('Make certain controls of rooms non-selectable', { number: 1 })
  world.merge('Make certain controls of rooms non-selectable - Part II', { number: 2 })
  await world.settle({ publish: false })
  const [proposal] = await proposeGroups(world.db.read, world.account.id)
  assert.equal(proposal?.theme, 'controls')
})

test('translations into one language each are proposed as one entry, however many they are', async () => {
  await using world = await aWorld()
  const languages = [
    'French',
    'German',
    'Polish',
    'Welsh',
    'Thai',
    'Dutch',
    'Greek',
    'Irish',
    'Czech',
    'Urdu',
  ]
  for (const [at, language] of languages.entries())
    world.merge(`feat: add ${language} translations`, { number: at + 1 })
  world.merge('feat: translate the app into pt-BR', { number: 20 })
  world.merge('feat: let teams edit translations', { number: 21 })
  world.merge('feat: French addresses on invoices', { number: 22 })
  await world.settle({ publish: false })
  assert.deepEqual(
    (await proposed(world)).map(([topic, ...titles]) => [topic, titles.length]),
    [['acme/app translations', 11]],
  )
})

test('what was done to things is not what they have in common', async () => {
  await using world = await aWorld()
  world.merge('feat(forms): align labels with inputs', { number: 1, linkedIssues: ['#70'] })
  world.merge('feat(tables): align prices to the right', { number: 2, linkedIssues: ['#70'] })
  world.merge('feat(charts): align axis titles', { number: 3 })
  world.merge('feat(charts): align legend titles', { number: 4 })
  world.merge('fix(sync): guard the first sync against loss', { number: 5 })
  world.merge('fix(sync): guard tasks against parents without a list', { number: 6 })
  world.merge('fix(sync): keep sections during a conflict', { number: 7 })
  world.merge('fix(sync): keep the planner during a conflict', { number: 8 })
  await world.settle({ publish: false })
  assert.deepEqual(
    (await proposeGroups(world.db.read, world.account.id)).map(({ theme, topics }) => [theme, ...topics]),
    [['#70', 'acme/app#70']],
  )
})
