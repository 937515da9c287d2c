import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Entry } from '#changelog/entries/entry.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { saveWriter, switchWriter, type WriterSettings } from '#writing/connection/writer.ts'
import { aMemberWithRole, recordMerges } from './colleagues.ts'
import type { DashboardClient } from './dashboard-client.ts'
import { ENGINES } from './databases.ts'
import type { Json } from './http.ts'
import { titleIn, wordsFrom } from './language-model-answers.ts'
import {
  type Asked,
  type LanguageModelServer,
  type Says,
  startLanguageModelServer,
  supporting,
} from './language-model-server.ts'
import { aService, type TestService } from './service.ts'

const CHANGES = ['dark mode', 'CSV export', 'PDF invoices', 'a calendar', 'saved searches']
const TITLES = CHANGES.map(what => `feat: add ${what}`)

/** The titles of the drafts as written without a language model, and as it rewords them; the oldest merge first. */
export const OFFLINE: readonly string[] = CHANGES.map(what => `Add ${what}`)
export const REWORDED: readonly string[] = CHANGES.map(what => `Choose ${what}`)

/** The model's answer to a question about a change. */
export function reworded({ prompt }: Pick<Asked, 'prompt'>): Says {
  const title = titleIn(prompt)
  const headline = title.replace('feat: add', 'Choose')
  return { text: JSON.stringify(wordsFrom({ headline, body: '' }, title)) }
}

/** An account whose drafts were written offline, and whose writer was switched on afterwards. */
export interface NewWriter {
  it: TestService
  models: LanguageModelServer
  /** A member who may change drafts. */
  ann: DashboardClient
  path: string
  shown(who?: DashboardClient): Promise<Json>
  start(): ReturnType<DashboardClient['post']>
  /** Stops the rewording. Returns the status of the response. */
  stop(who?: DashboardClient): Promise<number>
  /** The titles of the drafts, the oldest merge first. */
  titles(): Promise<string[]>
  draft(title: string): Promise<Entry>
  edit(title: string, words: string, who?: DashboardClient): Promise<void>
  /** Undoes Ann's last change. Returns the outcome for each draft. */
  undo(): Promise<string[]>
}

/** Starts a language model for the tests of a file. Returns the function that declares such a test. */
export function newWriterStories() {
  let models: LanguageModelServer
  before(async () => {
    models = await startLanguageModelServer()
  })
  after(() => models.close())
  beforeEach(() => {
    for (const questions of [models.asked, models.proofread]) questions.length = 0
    models.behave(reworded)
    models.findIn(supporting)
  })
  return (
    name: string,
    story: (writer: NewWriter) => Promise<void>,
    budget: WriterSettings['budget'] = null,
  ): void => {
    for (const engine of ENGINES)
      test(`${name} (${engine})`, async () => {
        await using it = await aService(engine, { TIDINGS_PRIVATE_HOSTS: new URL(models.address).host })
        await recordMerges(it, it.account, ...TITLES)
        await connect(it, models, budget)
        await story(tools(it, models, await aMemberWithRole(it, 'writer')))
      })
  }
}

async function connect(it: TestService, models: LanguageModelServer, budget: WriterSettings['budget']) {
  const { db, clock, ids, secrets } = it.service
  const action = { clock, ids, actor: 'test' }
  const place = { provider: 'openai-compatible', baseUrl: `${models.address}/v1`, apiKey: null } as const
  const sealing = await secrets()
  await db.write(async tx => {
    await saveWriter(tx, action, sealing, it.account.id, { ...place, model: 'some', budget })
    await switchWriter(tx, action, it.account.id, true)
  })
}

function tools(it: TestService, models: LanguageModelServer, ann: DashboardClient): NewWriter {
  const path = `/app/api/accounts/${it.account.publicId}`
  const drafts = async () =>
    (await listEntries(it.service.db.read, { accountId: it.account.id })).map(({ entry }) => entry)
  const draft = async (title: string) =>
    (await drafts()).find(entry => entry.title === title) ?? assert.fail(`There is no draft “${title}”.`)
  return {
    ...{ it, models, ann, path, draft },
    async shown(who = ann) {
      const { offer } = (await who.get(`${path}/rewording`)).json
      const { runs } = (await who.get(`${path}/runs`)).json
      const last = runs.find(({ kind }: Json) => kind === 'rewording')
      return { offer, last: last ? { ...last, ...last.counts } : null }
    },
    async stop(who = ann) {
      const { runs } = (await who.get(`${path}/runs`)).json
      const last = runs.find(({ kind }: Json) => kind === 'rewording')
      return (await who.post(`${path}/actions/run.stop`, { id: last.id })).status
    },
    start: () => ann.post(`${path}/actions/entry.reword`, {}),
    titles: async () => (await drafts()).map(({ title }) => title).toReversed(),
    async edit(title, words, who = ann) {
      const { id, version } = await draft(title)
      const { status } = await who.post(`${path}/actions/entry.edit`, { id, seen: version, title: words })
      assert.equal(status, 200)
    },
    async undo() {
      const { change } = (await ann.get(`${path}/undo`)).json
      const { outcomes } = (await ann.post(`${path}/actions/change.undo`, { change: change.id })).json
      return outcomes.map(({ outcome }: Json) => outcome)
    },
  }
}
