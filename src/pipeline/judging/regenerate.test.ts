import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLanguageModels, createProductClassifier } from '#app/judging.ts'
import { editEntry, takeProposal } from '#changelog/entries/edit.ts'
import { groupEntries } from '#changelog/entries/grouping.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { formatDiff } from '#platform/diff.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, reload } from '#testing/drafts.ts'
import { noModel } from '#testing/guidance.ts'
import { titleIn, wordsFrom } from '#testing/language-model-answers.ts'
import { startLanguageModelServer } from '#testing/language-model-server.ts'
import { modelsAt } from '#testing/model-judge.ts'
import { offlineJudge } from '#testing/offline-judge.ts'
import { aWorld, type World } from '#testing/world.ts'
import type { WritingContext } from './judge.ts'
import type { Judge } from './judged.ts'
import { regenerate } from './regenerate.ts'

/** A judge that has learnt other words since. */
async function newWords(write: (title: string) => string): Promise<Judge> {
  const judge = offlineJudge(await createProductClassifier())
  return async (accountId, pulls) =>
    (await judge(accountId, pulls)).map(one => ({
      ...one,
      pitch: one.pitch && { ...one.pitch, headline: write(one.pitch.headline) },
    }))
}

/** The context for accounts without a language model. */
const contextOf = ({ db, action }: World): WritingContext => ({
  db,
  action,
  models: () => createLanguageModels({ db, ...action, modelOf: noModel }),
})

const regenerated = async (world: World, id: string, write: (title: string) => string) =>
  regenerate(contextOf(world), await newWords(write), id)

for (const engine of ENGINES) {
  test(`a regenerated text waits as a proposal until a person accepts it (${engine})`, async () => {
    await using world = await aWorld(engine)
    const draft = await aDraft(world, 'Export reports as CSV')
    await world.db.write(tx => editEntry(tx, world.action, draft.id, { title: 'Reports go to CSV' }))
    const made = await regenerated(world, draft.id, title => `${title} files`)
    assert.equal(made.entry.title, 'Reports go to CSV')
    assert.equal(made.entry.machineTitle, 'Export reports as CSV')
    assert.deepEqual(made.entry.proposal, { title: 'Export reports as CSV files', body: '' })
    assert.equal(
      formatDiff(made.difference?.title ?? []),
      '[-Reports go to-]{+Export reports as+} CSV{+ files+}',
    )
    const taken = await world.db.write(tx =>
      takeProposal(tx, world.action, draft.id, { seen: made.entry.version }),
    )
    assert.deepEqual(
      [taken.title, taken.machineTitle, taken.proposal],
      ['Export reports as CSV files', 'Export reports as CSV files', null],
    )
    const pitch = await world.db.read.selectFrom('pitch').select('headline').executeTakeFirstOrThrow()
    assert.equal(pitch.headline, 'Export reports as CSV files')
    await assert.rejects(
      world.db.write(tx => takeProposal(tx, world.action, draft.id)),
      { code: 'conflict' },
    )
  })
}

test('an unchanged text or a change that is now internal gives no proposal', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV')
  const same = await regenerated(world, draft.id, title => title)
  assert.deepEqual([same.words, same.entry], [null, draft])
  const judge = offlineJudge(await createProductClassifier())
  const silent: Judge = async (id, pulls) => (await judge(id, pulls)).map(one => ({ ...one, pitch: null }))
  const none = await regenerate(contextOf(world), silent, draft.id)
  assert.equal(none.words, null)
})

test('an edit during regeneration is not overwritten', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV')
  const other = await newWords(title => `${title} files`)
  const slow: Judge = async (id, pulls) => {
    await world.db.write(tx => editEntry(tx, world.action, draft.id, { title: 'Mine' }))
    return other(id, pulls)
  }
  await assert.rejects(regenerate(contextOf(world), slow, draft.id), {
    code: 'conflict',
  })
  assert.deepEqual(
    [(await reload(world, draft)).title, (await reload(world, draft)).proposal],
    ['Mine', null],
  )
})

test('a proposal for a published entry does not change the feed; accepting it marks the entry as updated', async () => {
  await using world = await aWorld()
  const draft = await aDraft(world, 'Export reports as CSV')
  await world.db.write(tx => publishEntry(tx, world.action, draft.id))
  const revision = async () =>
    (await world.db.read.selectFrom('feed').select('revision').executeTakeFirstOrThrow()).revision
  const before = await revision()
  world.clock.advance(60_000)
  const { entry } = await regenerated(world, draft.id, title => `${title} files`)
  assert.equal(await revision(), before)
  const taken = await world.db.write(tx => takeProposal(tx, world.action, draft.id))
  assert.equal(await revision(), before + 1)
  assert.equal(taken.updatedAt, entry.updatedAt + 60_000)
})

test('a group gets its text from its drafts; a text by a person stays', async () => {
  await using world = await aWorld()
  const [csv, pdf] = [
    await aDraft(world, 'Export reports as CSV'),
    await aDraft(world, 'Export reports as PDF'),
  ]
  await world.db.write(tx => editEntry(tx, world.action, pdf.id, { title: 'PDF, at last' }))
  const group = await world.db.write(tx =>
    groupEntries(tx, world.action, world.account.id, { entryIds: [csv.id, pdf.id] }),
  )
  const made = await regenerated(world, group.id, title => `${title} now`)
  assert.deepEqual(made.words, { title: 'Export reports as CSV now', body: '- PDF, at last' })
})

test('a writer words a group as a whole, from its pull requests alone; words that cannot be used leave it to its members', async () => {
  await using world = await aWorld()
  const server = await startLanguageModelServer()
  const classifier = await createProductClassifier()
  const drafts = [await aDraft(world, 'Export reports as CSV'), await aDraft(world, 'Export reports as PDF')]
  const group = await world.db.write(tx =>
    groupEntries(tx, world.action, world.account.id, { entryIds: drafts.map(({ id }) => id) }),
  )
  const words = async (headline: string) => {
    server.behave(asked => ({
      text: JSON.stringify(wordsFrom({ headline, body: '' }, titleIn(asked.prompt))),
    }))
    const context = {
      ...contextOf(world),
      models: async () => modelsAt({ server, world, classifier }),
    }
    return (await regenerate(context, offlineJudge(classifier), group.id)).words
  }
  assert.equal(await words('Zorblax exports reports'), null, 'it has the words of its members already')
  const [, last] = server.asked
  assert.match(last?.prompt ?? '', /name "Zorblax"/)
  await world.db.write(tx => tx.deleteFrom('language_model_answer').execute())
  assert.deepEqual(await words('Export reports as CSV or PDF'), {
    title: 'Export reports as CSV or PDF',
    body: '',
  })
  await server.close()
})
