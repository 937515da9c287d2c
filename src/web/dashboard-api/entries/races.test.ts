import assert from 'node:assert/strict'
import { entryById } from '#changelog/entries/store.ts'
import { saveTranslation } from '#changelog/translations/translations.ts'
import { aMemberWithRole, recordMerges } from '#testing/colleagues.ts'
import { type DashboardClient, decide } from '#testing/dashboard-client.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

/** How many writers race, each with a different change. */
const WRITERS = 10
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const IN_A_YEAR = 31_536_000_000

interface Race {
  it: TestService
  who: DashboardClient
  path: string
  id: string
  seen: number
  /** The number of the writer, or the same number for all writers. */
  n: number
}

type Answer = Promise<{ status: number; json: { outcomes?: { outcome: string }[] } }>

const entry = ({ path, id }: Race): string => `${path}/entries/${id}`
const bulk = (input: (race: Race) => { action: string }) => (race: Race) =>
  decide(race.who, race.path, { ...input(race), items: [{ id: race.id, seen: race.seen }] })
const transition = (action: string) =>
  bulk(() => ({ action, ...(action === 'entry publish' && { soon: true }) }))
const edit = ({ who, path, id, seen }: Race, words: object) =>
  who.post(`${path}/actions/entry.edit`, { id, seen, ...words })
const german = ({ who, path, id }: Race, words: object) =>
  who.post(`${path}/actions/entry.translate`, { id, into: 'de', ...words })

/** Puts the entry into the state that the race starts from. */
const prepared = {
  draft: async () => {},
  dismissed: async (race: Race) => void (await transition('entry dismiss')(race)),
  queued: async (race: Race) =>
    void (await bulk(({ it }) => ({ action: 'entry queue', at: it.clock.now() + IN_A_YEAR }))(race)),
  translated: async (race: Race) => void (await german(race, { seen: 0, title: 'Dunkel' })),
  edited: async (race: Race) => void (await edit(race, { title: 'Dark mode at last' })),
} as const

/** All requests that name the version of the entry that they change. */
const WRITES: Record<string, [keyof typeof prepared, (race: Race) => Answer]> = {
  'an edit': ['draft', race => edit(race, { title: `Dark ${race.n}` })],
  'an earlier version': ['edited', race => edit(race, { backTo: 1 })],
  'a picture': [
    'draft',
    race => race.who.send('PUT', `${entry(race)}/image?alt=Picture+${race.n}&seen=${race.seen}`, IMAGE),
  ],
  publishing: ['draft', transition('entry publish')],
  dismissing: ['draft', transition('entry dismiss')],
  restoring: ['dismissed', transition('entry restore')],
  'taking out of the queue': ['queued', transition('entry unqueue')],
  queueing: ['draft', bulk(({ it, n }) => ({ action: 'entry queue', at: it.clock.now() + IN_A_YEAR + n }))],
  'another time': [
    'queued',
    bulk(({ it, n }) => ({ action: 'entry queue', at: it.clock.now() + 2 * IN_A_YEAR + n })),
  ],
  'another kind': ['draft', bulk(() => ({ action: 'pull classify', kind: 'fix' }))],
  'a first translation': ['draft', race => german(race, { seen: 0, title: `Dunkel ${race.n}` })],
  'another translation': ['translated', race => german(race, { seen: 1, title: `Dunkel ${race.n}` })],
  'removing a translation': ['translated', race => german(race, { seen: 1, remove: true })],
}

async function aRace(it: TestService): Promise<Race> {
  await recordMerges(it, it.account, 'feat: add dark mode')
  const who = await aMemberWithRole(it, 'owner')
  const path = `/app/api/accounts/${it.account.publicId}`
  await who.post(`${path}/actions/account.languages`, { into: ['de'] })
  const { items } = (await who.get(`${path}/inbox`)).json
  return { it, who, path, id: items[0].id, seen: items[0].version, n: 0 }
}

for (const [what, [state, write]] of Object.entries(WRITES))
  withRunningService(`of ten writers who saw the same version, one writes: ${what}`, async it => {
    const race = await aRace(it)
    await prepared[state](race)
    const { version: seen } = await entryById(it.service.db.read, race.id)
    const answers = await Promise.all(Array.from({ length: WRITERS }, (_, n) => write({ ...race, seen, n })))
    const done = answers.filter(
      ({ status, json }) =>
        status === 200 && json.outcomes?.every(({ outcome }) => outcome === 'done') !== false,
    )
    assert.equal(done.length, 1, answers.map(({ status }) => status).join())
    for (const { status, json } of answers)
      assert.ok(status === 409 || json.outcomes !== undefined || status === 200, String(status))
  })

withRunningService("the writer's translation never replaces that of a person", async it => {
  const race = await aRace(it)
  await prepared.translated(race)
  const { db, clock, ids } = it.service
  const machine = { clock, ids, actor: 'writer' }
  const stored = await entryById(db.read, race.id)
  for (const seen of [0, 1])
    await assert.rejects(
      db.write(tx =>
        saveTranslation(
          tx,
          machine,
          stored,
          'de',
          { title: 'Maschine', body: '' },
          { isMachine: true, seen },
        ),
      ),
      { code: 'conflict' },
    )
  const { languages } = (await race.who.get(`${entry(race)}/translations`)).json
  assert.equal(languages[0].translation.title, 'Dunkel')
})
