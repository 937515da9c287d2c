import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unready, withWordsOfNow } from '#changelog/editions/edition.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import { enqueueEditionWording } from '#changelog/entries/edition-place.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { ungroupEntry } from '#changelog/entries/grouping.ts'
import type { WritingContext } from '#pipeline/judging/judge.ts'
import { postAnswerFor } from '#social/texts/post-words.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft, reload } from '#testing/drafts.ts'
import { aWeeklyWorld, editionOf, goOut, put } from '#testing/editions.ts'
import { noModel } from '#testing/guidance.ts'
import { aJobRun } from '#testing/jobs.ts'
import { wordsFrom } from '#testing/language-model-answers.ts'
import { supporting } from '#testing/language-model-server.ts'
import { aModel, modelsAt } from '#testing/model-judge.ts'
import type { World } from '#testing/world.ts'
import { frameJobs } from './frame.ts'

const model = aModel()

const CSV = 'Add exports of reports as CSV'
const said = (text: string) => ({ text, from: CSV })
const framed = (title: string, opening: string, post = 'Reports as CSV', lead: string[] = []) => ({
  text: JSON.stringify({
    lead,
    title: said(title),
    opening: said(opening),
    post: { headline: said(post), sentences: [said('Your exports of reports are CSV.')] },
  }),
})
const GOOD = framed('Reports leave as CSV', 'Exports of reports are easier to take along.')

const contextOf = (world: World): WritingContext => ({
  db: world.db,
  action: { ...world.action, actor: 'writer' },
  models: async () => modelsAt({ ...model, world }),
})

/** Does what waits for the writer of the open edition, and gives the edition. */
async function worded(world: World, context = contextOf(world)) {
  const job = frameJobs(context)
  for (;;) {
    const { rowsWaiting } = await takeWaiting(world, job.name)
    if (rowsWaiting === 0) break
    const { edition } = await editionOf(world)
    const store = await job.run({ editionId: edition.id }, aJobRun(world.account.id))
    await world.db.write(store)
  }
  return editionOf(world)
}

const takeWaiting = (world: World, name: string) =>
  world.db.write(async tx => {
    const { numDeletedRows } = await tx.deleteFrom('job').where('kind', '=', name).executeTakeFirst()
    return { rowsWaiting: Number(numDeletedRows) }
  })

for (const engine of ENGINES) {
  test(`title, opening and post of an edition are written in one question for the same stories (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    model.server.behave(() => GOOD)
    const csv = await aDraft(world, CSV)
    const body = 'Each report has a button for it.'
    await world.db.write(tx => editEntry(tx, world.action, csv.id, { body }))
    world.merge('fix: receipts show the right currency')
    await world.settle({ publish: false })
    const { edition, isStale } = await worded(world)
    assert.deepEqual(
      [edition.title, edition.body, isStale],
      ['Reports leave as CSV', 'Exports of reports are easier to take along.', false],
    )
    assert.match(model.server.asked[0]?.prompt ?? '', /Each report has a button for it/)
    world.merge('fix: totals are rounded')
    await world.settle({ publish: false })
    await worded(world)
    assert.equal(model.server.asked.length, 1, 'another line is no other story')
    const published = await goOut(world)
    assert.deepEqual([published.title, published.body], [edition.title, edition.body])
    assert.equal(published.machineTitle, published.title)
    const post = await postAnswerFor(world.db.read, published.id, published)
    assert.equal(post?.words?.lead, 'Reports as CSV', 'the post needs no question of its own')
  })

  test(`what a person worded stays, and says when its stories are others (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    model.server.behave(() => GOOD)
    const csv = await aDraft(world, CSV)
    const { edition } = await worded(world)
    await world.db.write(tx => editEntry(tx, world.action, edition.id, { body: 'Exports, at last.' }))
    assert.equal((await worded(world)).isStale, false)
    await aDraft(world, 'Add a dark theme')
    const later = await worded(world)
    assert.deepEqual([later.edition.body, later.isStale], ['Exports, at last.', true])
    assert.equal(model.server.asked.length, 1, 'the writer is not asked from then on')
    const theme = later.layout.stories.find(({ entry }) => entry.id !== csv.id)
    assert.ok(theme)
    await put(world, theme.entry, { part: 'line' })
    assert.equal((await editionOf(world)).isStale, false)
  })
}

for (const engine of ENGINES)
  test(`a writer chooses the stories; a person's stand above them, and nothing rises in place of one that they left out (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const FIX = 'Receipts show the right currency'
    const titles = ['Add passkeys', 'Add webhooks', 'Add a calendar', 'Add an audit log', CSV]
    world.merge(`fix: ${FIX}`)
    const drafts = new Map<string, Entry>()
    for (const title of titles) drafts.set(title, await aDraft(world, title))
    const stories = async () => (await editionOf(world)).layout.stories.map(({ title }) => title)
    const placed = (title: string, part: 'story' | 'out') => put(world, drafts.get(title) as Entry, { part })
    const leads = (...lead: string[]) =>
      model.server.behave(() => framed('Reports leave as CSV', 'Exports of reports.', 'Reports as CSV', lead))
    leads(CSV, 'add passkeys', 'Not a story', FIX)
    const { layout } = await worded(world)
    const chosen = layout.stories.map(({ title }) => title)
    assert.deepEqual(chosen, [CSV, 'Add passkeys', FIX])
    assert.match(model.server.asked[0]?.prompt ?? '', /Add an audit log/, 'it sees what else is told')
    await worded(world)
    assert.equal(model.server.asked.length, 1, 'its own choice is no other edition')
    await placed('Add an audit log', 'story')
    assert.deepEqual(await stories(), ['Add an audit log', CSV, 'Add passkeys'])
    leads('Add passkeys', 'Add webhooks')
    await worded(world)
    assert.match(model.server.asked[1]?.prompt ?? '', /The first 1 lead in any case/)
    assert.deepEqual(await stories(), ['Add an audit log', 'Add passkeys', 'Add webhooks'])
    await placed('Add passkeys', 'out')
    assert.deepEqual(await stories(), ['Add an audit log', 'Add webhooks'])
    leads('Add webhooks', CSV, 'Add a calendar')
    const { edition } = await worded(world)
    assert.deepEqual(await stories(), ['Add an audit log', 'Add webhooks'])
    const opened = await world.db.write(tx =>
      editEntry(tx, world.action, edition.id, { body: 'Exports, at last.' }),
    )
    const { title } = await withWordsOfNow(world.db.read, opened, world.clock.now())
    assert.equal(title, edition.title, 'who words the opening keeps the title')
  })

test('an edition is stored under its title of now, which the queue and the log show, also without a writer', async () => {
  await using world = await aWeeklyWorld()
  await aDraft(world, CSV)
  const context = contextOf(world)
  const models = async () => ({ ...(await context.models()), modelOf: noModel })
  const { edition } = await worded(world, { ...context, models })
  assert.equal((await reload(world, edition)).title, 'Week of 23 February')
  await world.db.write(tx => editEntry(tx, world.action, edition.id, { title: 'Reports' }))
  await aDraft(world, 'Add a dark theme')
  await worded(world, { ...context, models })
  assert.equal((await reload(world, edition)).title, 'Reports', "a person's title stays")
})

test('a draft that a writer found words for is not unsure', async () => {
  await using world = await aWeeklyWorld()
  const csv = await aDraft(world, CSV)
  await world.db.write(tx =>
    tx
      .updateTable('decision')
      .set({ confidence: 'low' } as object)
      .execute(),
  )
  const unsure = async () => unready((await editionOf(world)).layout).unsure
  assert.deepEqual(await unsure(), [csv.id])
  await world.db.write(tx => tx.updateTable('pitch').set({ writer: 'language-model' }).execute())
  assert.deepEqual(await unsure(), [])
})

test('words for other stories are not shown: without new ones an edition is called by its days and has no opening', async () => {
  await using world = await aWeeklyWorld()
  model.server.behave(() => GOOD)
  await aDraft(world, CSV)
  await worded(world)
  await aDraft(world, 'Add a dark theme')
  const { edition } = await editionOf(world)
  assert.deepEqual([edition.title, edition.body], ['Week of 23 February', ''])
  const context = contextOf(world)
  const none = { ...context, models: async () => ({ ...(await context.models()), modelOf: noModel }) }
  assert.equal((await worded(world, none)).edition.title, 'Week of 23 February')
})

test('news that is no story and left out changes no word, and the rest is asked about again; a line is not', async () => {
  await using world = await aWeeklyWorld()
  const calendar = await aDraft(world, 'Add a calendar')
  const lead = ['Add passkeys', 'Add webhooks', CSV]
  for (const title of lead) await aDraft(world, title)
  model.server.behave(() => framed('Reports leave as CSV', 'Exports of reports.', 'Reports as CSV', lead))
  await worded(world)
  await put(world, calendar, { part: 'out' })
  const { edition } = await editionOf(world)
  assert.deepEqual([edition.title, edition.body], ['Reports leave as CSV', 'Exports of reports.'])
  await worded(world)
  world.merge('fix: receipts show the right currency')
  await world.settle({ publish: false })
  await worded(world)
  assert.equal(model.server.asked.length, 2)
})

test('of words with faults, asked for twice, what can be used is used', async () => {
  await using world = await aWeeklyWorld()
  await aDraft(world, CSV)
  model.server.behave(() =>
    framed('Reports leave as CSV', 'Exports for Zorblax, who asked.', 'Zorblax takes reports'),
  )
  const { edition } = await worded(world)
  assert.deepEqual([edition.title, edition.body], ['Week of 23 February', ''])
  assert.equal(model.server.asked.length, 2)
  assert.match(model.server.asked[1]?.prompt ?? '', /name "Zorblax"/)
  const published = await goOut(world)
  assert.deepEqual(await postAnswerFor(world.db.read, published.id, published), { words: null })
})

test('words that nobody could proofread are not used, and asked for again', async () => {
  await using world = await aWeeklyWorld()
  await aDraft(world, CSV)
  model.server.behave(() => GOOD)
  model.server.findIn(() => (_, response) => void response.writeHead(401).end('{}'))
  await assert.rejects(worded(world), /did not accept the key/)
  const { edition } = await editionOf(world)
  assert.deepEqual([edition.title, edition.body], ['Week of 23 February', ''])
  model.server.findIn(supporting)
  await world.db.write(tx => enqueueEditionWording(tx, world.action, world.account.id))
  assert.equal((await worded(world)).edition.title, 'Reports leave as CSV')
})

for (const engine of ENGINES)
  test(`several merges of one theme are one story in words for all of them, until a person takes them apart (${engine})`, async () => {
    await using world = await aWeeklyWorld(engine)
    const parts = ['rows', 'columns', 'totals']
    for (const part of parts)
      world.merge(`feat(export): Add saved filter for ${part}`, { body: `Choose ${part}.` })
    await world.settle({ publish: false })
    model.server.behave(asked =>
      /stories of the edition/.test(asked.prompt)
        ? GOOD
        : {
            text: JSON.stringify(
              wordsFrom({ headline: 'Choose rows, columns and totals', body: '' }, 'Choose rows.'),
            ),
          },
    )
    const { layout } = await worded(world)
    assert.deepEqual(
      layout.stories.map(({ entry: { title, body, origin } }) => [title, body, origin]),
      [['Choose rows, columns and totals', '', 'group']],
    )
    const prompt = model.server.asked[0]?.prompt ?? ''
    for (const part of parts) assert.match(prompt, new RegExp(`Choose ${part}`))
    const [story] = layout.stories
    assert.ok(story)
    await world.db.write(tx => ungroupEntry(tx, world.action, story.entry.id))
    assert.equal((await worded(world)).layout.stories.length, 3, 'they are not joined again')
  })
