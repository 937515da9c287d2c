import assert from 'node:assert/strict'
import { requireRun } from '#accounts/runs.ts'
import { changeLanguages } from '#changelog/translations/translations.ts'
import { shownRuns, stopRun } from '#pipeline/shown-runs.ts'
import { DAY_MS } from '#platform/clock.ts'
import { onBothEngines } from '#testing/databases.ts'
import { aJobRun } from '#testing/jobs.ts'
import { aModel, modelsAt } from '#testing/model-judge.ts'
import { aWorld, type World } from '#testing/world.ts'
import { startTranslations, translationRunJobs } from './translation-runs.ts'

const model = aModel()

const answer = (title: string) => model.server.behave(() => ({ text: JSON.stringify({ title, body: '' }) }))

const CHARTS =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi'.split(
    ' ',
  )

/** An account with published entries, to which German is added. `work` lets the writer translate. */
async function addingGerman(world: World, entries: number) {
  const { db, action, account } = world
  for (const chart of CHARTS.slice(0, entries)) world.merge(`feat: export the ${chart} chart as a picture`)
  await world.settle()
  const add = () =>
    db.write(async tx => {
      await changeLanguages(tx, action, account, ['de'])
      await startTranslations(tx, action, account.id, ['de'])
    })
  await add()
  const models = modelsAt({ ...model, world })
  const jobs = translationRunJobs({ db, action, models: async () => models })
  return {
    add,
    async shown() {
      const [run] = await shownRuns(db, world.clock.now(), account.id)
      assert.ok(run?.kind === 'translation')
      return run
    },
    stop: async (id: string) => {
      const run = await requireRun(db.read, account.id, id)
      return db.write(tx => stopRun(tx, action, run))
    },
    german: async () => (await db.read.selectFrom('entry_translation').selectAll().execute()).length,
    /** Runs the enqueued job; false if there is none. */
    async work() {
      const row = await db.read
        .selectFrom('job')
        .select(['id', 'payload'])
        .where('kind', '=', jobs.name)
        .executeTakeFirst()
      if (!row) return false
      const outcome = await jobs.run(JSON.parse(row.payload), aJobRun(account.id))
      await db.write(async tx => {
        await outcome(tx)
        await tx.deleteFrom('job').where('id', '=', row.id).execute()
      })
      return true
    },
  }
}

onBothEngines(
  'a language that is added has the newest entries translated, and the run tells how far that is',
  async ({ engine }) => {
    await using world = await aWorld(engine)
    const { add, shown, work, german } = await addingGerman(world, CHARTS.length)
    answer('Diagramme als Bild exportieren')
    const first = await shown()
    assert.deepEqual([first.subject, first.state, first.done, first.total], ['de', 'running', 0, 21])
    await add()
    assert.equal((await shown()).id, first.id, 'it is not started twice')
    await work()
    assert.deepEqual([(await shown()).done, await german()], [20, 20])
    await work()
    const { state, done, counts } = await shown()
    assert.deepEqual([state, done, counts, await german()], ['done', 21, { untranslated: 0 }, 21])
    assert.equal(await work(), false)
    world.clock.advance(DAY_MS)
    assert.deepEqual(await shownRuns(world.db, world.clock.now(), world.account.id), [])
  },
)

onBothEngines(
  'a translation that cannot be used is counted; a writer that fails is asked again from there',
  async ({ engine }) => {
    await using world = await aWorld(engine)
    const { shown, work, german } = await addingGerman(world, 2)
    model.server.behave(() => (_, response) => response.writeHead(401).end())
    await assert.rejects(work(), /The writer/)
    assert.deepEqual([(await shown()).state, (await shown()).done], ['running', 0])
    world.clock.advance(DAY_MS)
    answer('Diagramme als 3 Bilder exportieren')
    await work()
    const { state, done, counts } = await shown()
    assert.deepEqual([state, done, counts, await german()], ['done', 2, { untranslated: 2 }, 0])
  },
)

onBothEngines('a run ends when a person stops it, or removes its language', async ({ engine }) => {
  await using world = await aWorld(engine)
  const { add, shown, stop, work } = await addingGerman(world, 1)
  const { id } = await shown()
  assert.equal(await stop(id), true)
  await work()
  assert.equal(model.server.asked.length, 0)
  assert.equal((await shown()).state, 'stopped')
  world.clock.advance(1)
  await add()
  await world.db.write(tx => changeLanguages(tx, world.action, world.account, []))
  await work()
  const { state, detail } = await shown()
  assert.deepEqual([state, detail], ['stopped', 'The language was removed.'])
  assert.equal(model.server.asked.length, 0)
})
