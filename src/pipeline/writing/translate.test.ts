import assert from 'node:assert/strict'
import type { Acting } from '#actions/action.ts'
import { translations } from '#actions/entries/entry-translations.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { changeLanguages, saveTranslation, translationsOf } from '#changelog/translations/translations.ts'
import { DAY_MS } from '#platform/clock.ts'
import { randomIds } from '#platform/ids.ts'
import { onBothEngines } from '#testing/databases.ts'
import { aJobRun } from '#testing/jobs.ts'
import { aModel, modelsAt } from '#testing/model-judge.ts'
import { aWorld, type World } from '#testing/world.ts'
import { requireTranslation, translateJobs } from './translate.ts'
import { translationEffects } from './translate-job.ts'

const model = aModel()

const answers = (...told: { title: string; body: string }[]) =>
  model.server.behave(() => ({ text: JSON.stringify(told.length > 1 ? told.shift() : told[0]) }))

/** An account that translates into German, with an entry. `work` runs the translations that follow. */
async function inGerman(world: World) {
  const action = { ...world.action, effects: [translationEffects] }
  world.merge('feat: export up to 500 rows')
  await world.settle({ publish: false })
  const [draft] = await listEntries(world.db.read, { accountId: world.account.id })
  const id = draft?.entry.id ?? ''
  await world.db.write(tx => changeLanguages(tx, action, world.account, ['de']))
  const models = modelsAt({ ...model, world })
  const jobs = translateJobs({ db: world.db, action, models: async () => models })
  const current = () => entryById(world.db.read, id)
  return {
    id,
    action,
    models,
    current,
    german: async () => (await translationsOf(world.db.read, await current())).get('de'),
    /** Runs the enqueued jobs. */
    async work() {
      const rows = await world.db.read
        .selectFrom('job')
        .select(['id', 'payload'])
        .where('kind', '=', jobs.name)
        .execute()
      for (const row of rows) {
        const outcome = await jobs.run(JSON.parse(row.payload), aJobRun(world.account.id))
        await world.db.write(async tx => {
          await outcome(tx)
          await tx.deleteFrom('job').where('id', '=', row.id).execute()
        })
      }
      return rows.length
    },
  }
}

onBothEngines(
  'what is published is translated by the writer, and again when its words change',
  async ({ engine }) => {
    await using world = await aWorld(engine)
    const { id, action, work, german } = await inGerman(world)
    assert.equal(await work(), 0, 'a draft is not translated')
    answers({ title: 'Bis zu 500 Zeilen exportieren', body: '' })
    await world.db.write(tx => publishEntry(tx, action, id))
    assert.equal(await work(), 1)
    assert.match(model.server.asked[0]?.prompt ?? '', /Translate into: German/)
    const first = await german()
    assert.deepEqual(
      [first?.title, first?.isMachine, first?.isOutdated],
      ['Bis zu 500 Zeilen exportieren', true, false],
    )
    await world.db.write(tx => editEntry(tx, action, id, { title: 'Export up to 900 rows' }))
    assert.equal((await german())?.isOutdated, true)
    answers({ title: 'Bis zu 900 Zeilen exportieren', body: '' })
    await work()
    assert.equal((await german())?.title, 'Bis zu 900 Zeilen exportieren')
  },
)

onBothEngines(
  'an edited entry of long ago has its translations renewed, and gets no new ones',
  async ({ engine }) => {
    await using world = await aWorld(engine)
    const { id, action, work, german } = await inGerman(world)
    answers({ title: 'Bis zu 500 Zeilen exportieren', body: '' })
    await world.db.write(tx => publishEntry(tx, action, id))
    await work()
    world.clock.advance(30 * DAY_MS)
    await world.db.write(tx => changeLanguages(tx, action, world.account, ['de', 'fr']))
    await world.db.write(tx => editEntry(tx, action, id, { title: 'Export up to 900 rows' }))
    answers({ title: 'Bis zu 900 Zeilen exportieren', body: '' })
    assert.equal(await work(), 1)
    assert.equal((await german())?.title, 'Bis zu 900 Zeilen exportieren')
  },
)

onBothEngines(
  'a translation that a person asks for is not kept for words that changed meanwhile',
  async ({ engine }) => {
    await using world = await aWorld(engine)
    const { id, action, models, german } = await inGerman(world)
    const acting = {
      ...action,
      ...{ db: world.db, account: world.account, accountId: world.account.id, person: null, sessionId: null },
      ...{ change: { id: randomIds.next() }, requireRole() {}, signal: AbortSignal.timeout(60_000) },
      services: { models: async () => models },
    } as unknown as Acting
    model.server.behave(async () => {
      await world.db.write(tx => editEntry(tx, world.action, id, { title: 'Export up to 900 rows' }))
      return { text: JSON.stringify({ title: 'Bis zu 500 Zeilen exportieren', body: '' }) }
    })
    const asked = translations.translate.run(acting, { id, into: 'de' })
    await assert.rejects(asked, { code: 'conflict', message: /has changed since/ })
    assert.equal(await german(), undefined)
  },
)

onBothEngines("a person's translation is never replaced", async ({ engine }) => {
  await using world = await aWorld(engine)
  const { id, action, work, german, current } = await inGerman(world)
  const words = { title: 'Exportiere 500 Zeilen', body: '' }
  await world.db.write(async tx =>
    saveTranslation(tx, action, await current(), 'de', words, { isMachine: false, seen: 0 }),
  )
  await world.db.write(tx => publishEntry(tx, action, id))
  await world.db.write(tx => editEntry(tx, action, id, { title: 'Export up to 900 rows' }))
  await work()
  assert.equal(model.server.asked.length, 0)
  const told = await german()
  assert.deepEqual([told?.title, told?.isMachine, told?.isOutdated], ['Exportiere 500 Zeilen', false, true])
})

onBothEngines(
  'a translation with other numbers is asked for once more, and not used if they stay wrong',
  async ({ engine }) => {
    await using world = await aWorld(engine)
    const { models, current } = await inGerman(world)
    answers(
      { title: 'Bis zu 50 Zeilen exportieren', body: '' },
      { title: 'Bis zu 500 Zeilen exportieren', body: '' },
    )
    const entry = await current()
    assert.equal(
      (await requireTranslation(world.db.read, models, entry, 'de')).title,
      'Bis zu 500 Zeilen exportieren',
    )
    assert.match(model.server.asked[1]?.prompt ?? '', /does not have the same numbers/)
    answers({ title: 'Bis zu 50 Zeilen exportieren', body: '' })
    const other = { ...entry, title: 'Export at most 500 rows' }
    await assert.rejects(requireTranslation(world.db.read, models, other, 'de'), {
      code: 'unavailable',
      message: /numbers/,
    })
    await assert.rejects(requireTranslation(world.db.read, models, entry, 'fr'), {
      code: 'invalid_parameter',
    })
  },
)

/** A language model that takes the question and never answers. `closed` resolves when the question is aborted. */
function silent() {
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  model.server.behave(() => (_, response) => {
    response.once('close', () => closed.resolve())
    asked.resolve()
  })
  return { asked: asked.promise, closed: closed.promise }
}

onBothEngines(
  'an open question ends when the language is removed, or its person leaves',
  async ({ engine }) => {
    await using world = await aWorld(engine)
    const { id, action, models, current, german, work } = await inGerman(world)
    const proposing = silent()
    const leave = new AbortController()
    const left = requireTranslation(world.db.read, models, await current(), 'de', leave.signal)
    await proposing.asked
    leave.abort()
    await assert.rejects(left, { name: 'AbortError' })
    await proposing.closed
    const translating = silent()
    const published = await world.db.write(tx => publishEntry(tx, action, id))
    assert.equal(published.state, 'published')
    const worked = work()
    await translating.asked
    await world.db.write(tx => changeLanguages(tx, action, world.account, []))
    await translating.closed
    await worked
    assert.equal(await german(), undefined)
  },
)

onBothEngines(
  'words that a person changes while they are translated are not told in a translation of the earlier ones',
  async ({ engine }) => {
    await using world = await aWorld(engine)
    const { id, action, work, german } = await inGerman(world)
    await world.db.write(tx => publishEntry(tx, action, id))
    model.server.behave(async () => {
      if (model.server.asked.length === 1)
        await world.db.write(tx => editEntry(tx, { ...action, effects: [] }, id, { title: 'Export reports' }))
      return { text: JSON.stringify({ title: 'Bis zu 500 Zeilen exportieren', body: '' }) }
    })
    await work()
    assert.equal(model.server.asked.length, 1)
    assert.equal(await german(), undefined)
  },
)

onBothEngines(
  'a translation that a person stores while the writer translates stays, also over an earlier one of the writer',
  async ({ engine }) => {
    await using world = await aWorld(engine)
    const { id, action, work, german, current } = await inGerman(world)
    const byPerson = (title: string, seen: number) =>
      world.db.write(async tx =>
        saveTranslation(tx, action, await current(), 'de', { title, body: '' }, { isMachine: false, seen }),
      )
    const whileAsked = (meanwhile: () => Promise<unknown>, title: string) =>
      model.server.behave(async () => {
        await meanwhile()
        return { text: JSON.stringify({ title, body: '' }) }
      })
    await world.db.write(tx => publishEntry(tx, action, id))
    answers({ title: 'Bis zu 500 Zeilen exportieren', body: '' })
    await work()
    const seen = (await german())?.version ?? 0
    await world.db.write(tx => editEntry(tx, action, id, { title: 'Export up to 900 rows' }))
    whileAsked(() => byPerson('Exportiere 900 Zeilen', seen), 'Bis zu 900 Zeilen exportieren')
    await work()
    const told = await german()
    assert.deepEqual([told?.title, told?.isMachine], ['Exportiere 900 Zeilen', false])
  },
)
