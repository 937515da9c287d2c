import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { isoOf } from '#platform/clock.ts'
import type { Engine } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { ENGINES } from '#testing/databases.ts'
import { type Dice, dice } from '#testing/dice.ts'
import { randomLedger } from '#testing/random-ledger.ts'
import { aWorld, type World } from '#testing/world.ts'
import { HighlightAnswers } from './highlights.ts'
import { parseHighlightsRequest } from './request.ts'

const DAY = 86_400_000
/** How many rounds to run on each engine; fewer on PostgreSQL, where each takes several times longer. */
const ROUNDS: Record<Engine, number> = { sqlite: 4, postgres: 1 }
const QUESTIONS = 25

interface Highlight {
  pr_id: string
  repo: string
  number: number
  merged_at: string
  kind: string
  magnitude: string
  [more: string]: unknown
}

interface Answer {
  highlights: Highlight[]
  window: { from: string; to: string; days: number }
  next_cursor: string | null
  note?: string
}

type Parameters = Record<string, string>

function askerOf({ db, clock, account }: World) {
  const highlights = new HighlightAnswers({ db, clock })
  return async (parameters: Parameters): Promise<Answer> =>
    JSON.parse(
      String(await highlights.answer(account.id, parseHighlightsRequest(Object.entries(parameters)))),
    )
}

/** Computes the highlights by the definition in SPEC from the source tables, without any projection. */
async function naively(db: Reader, accountId: string): Promise<Highlight[]> {
  const pulls = await db.selectFrom('pull_request').selectAll().where('account_id', '=', accountId).execute()
  const found: Highlight[] = []
  for (const pull of pulls) {
    const repository = await db
      .selectFrom('repository')
      .selectAll()
      .where('id', '=', pull.repository_id)
      .executeTakeFirstOrThrow()
    const decision = await db
      .selectFrom('decision')
      .selectAll()
      .where('id', '=', pull.decision_id ?? '')
      .executeTakeFirst()
    const pitch = await db
      .selectFrom('pitch')
      .selectAll()
      .where('pull_request_id', '=', pull.id)
      .executeTakeFirst()
    const entries = await db
      .selectFrom('entry')
      .innerJoin('entry_pull_request as link', 'link.entry_id', 'entry.id')
      .selectAll('entry')
      .where('link.pull_request_id', '=', pull.id)
      .execute()
    const live = entries.find(it => ['draft', 'queued', 'published'].includes(it.state))
    const isDropped = entries.length > 0 && !live
    const isOwn = live?.primary_pull_request_id === pull.id && live.origin !== 'import'
    const entry = isOwn ? live : undefined
    if (decision?.visibility !== 'user-facing' || !pitch || pull.reverted_at !== null || isDropped) continue
    if (pull.number === null || pull.url === null) continue
    const isReworded = entry && (entry.title !== entry.machine_title || entry.body !== entry.machine_body)
    const [headline, body] = isReworded
      ? [entry.title, entry.body.replaceAll('**', '')]
      : [pitch.headline, pitch.body]
    const sort = decision.layer === 'person' ? decision : (entry ?? decision)
    found.push({
      pr_id: pull.id,
      repo: repository.name,
      number: pull.number,
      title: pull.title,
      codehost_url: pull.url,
      merged_at: isoOf(pull.merged_at),
      kind: sort.kind,
      visibility: 'user-facing',
      magnitude: sort.magnitude,
      confidence: decision.confidence,
      reason: decision.reason,
      pitch: body === '' ? headline : `${headline}\n\n${body}`,
      already_promoted: pull.promoted_at !== null,
    })
  }
  const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return found.toSorted((a, b) => before(b.merged_at, a.merged_at) || before(a.pr_id, b.pr_id))
}

const RANK: Record<string, number> = { patch: 0, minor: 1, major: 2 }

function matching(
  all: readonly Highlight[],
  { days = '14', kinds, min_magnitude = 'patch', repo }: Parameters,
  now: number,
) {
  return all.filter(one => {
    const age = now - Date.parse(one.merged_at)
    return (
      age >= 0 &&
      age <= Number(days) * DAY &&
      (kinds === undefined || kinds.split(',').includes(one.kind)) &&
      (RANK[one.magnitude] ?? -1) >= (RANK[min_magnitude] ?? 0) &&
      (repo === undefined || one.repo === repo)
    )
  })
}

function someQuestion(chance: Dice): Parameters {
  const kinds = KINDS.filter(() => chance.roll(3) === 0)
  return {
    ...(chance.roll(2) === 0 && { days: String(1 + chance.roll(40)) }),
    ...(chance.roll(2) === 0 && kinds.length > 0 && { kinds: kinds.toReversed().join(',') }),
    ...(chance.roll(2) === 0 && { min_magnitude: chance.pick(MAGNITUDES) }),
    ...(chance.roll(3) === 0 && { repo: chance.pick(['acme/app', 'acme/site', 'acme/none']) }),
  }
}

async function inWorlds(engine: Engine, work: (world: World, chance: Dice) => Promise<void>) {
  for (let seed = 1; seed <= ROUNDS[engine]; seed++) {
    await using world = await aWorld(engine)
    await work(world, dice(seed))
  }
}

/** A time of the last weeks, chosen so that many merges fall on the same day and some on the same moment. */
const someDay = (world: World, chance: Dice): number => world.clock.now() - chance.roll(45) * (DAY / 2)

for (const engine of ENGINES) {
  test(`the query returns what a full scan finds, after random changes (${engine})`, async () => {
    let told = 0
    await inWorlds(engine, async (world, chance) => {
      const ledger = randomLedger(world, chance)
      for (let n = 0; n < 60; n++) await ledger.merge(someDay(world, chance))
      for (let n = 0; n < 80; n++) await ledger.happen()
      const all = await naively(world.db.read, world.account.id)
      const ask = askerOf(world)
      for (let n = 0; n < QUESTIONS; n++) {
        const parameters = someQuestion(chance)
        const { highlights, window, next_cursor } = await ask({ ...parameters, limit: '100' })
        const expected = matching(all, parameters, world.clock.now())
        assert.deepEqual(highlights, expected, JSON.stringify(parameters))
        assert.equal(next_cursor, null)
        assert.equal(Date.parse(window.to) - Date.parse(window.from), window.days * DAY)
        told += highlights.length
      }
    })
    assert.ok(told > 50 * ROUNDS[engine], `only ${told} highlights were told`)
  })

  test(`each page returns what a full scan finds after the last one, despite changes in between (${engine})`, async () => {
    let [pages, changed] = [0, 0]
    await inWorlds(engine, async (world, chance) => {
      const ledger = randomLedger(world, chance)
      for (let n = 0; n < 60; n++) await ledger.merge(someDay(world, chance))
      const ask = askerOf(world)
      const parameters = { ...someQuestion(chance), days: '30' }
      const told: Highlight[] = []
      let asked: Parameters = { ...parameters, limit: '7' }
      const to = world.clock.now()
      for (;;) {
        const page = await ask(asked)
        const all = matching(await naively(world.db.read, world.account.id), parameters, to)
        const rest = all.filter(one => isAfter(one, told.at(-1)))
        assert.deepEqual(page.highlights, rest.slice(0, Number(asked.limit)))
        assert.equal(page.next_cursor !== null, rest.length > Number(asked.limit))
        assert.equal(Date.parse(page.window.to), to)
        told.push(...page.highlights)
        pages++
        if (page.next_cursor === null) break
        changed += await somethingHappens(world, ledger, chance)
        asked = { cursor: page.next_cursor, limit: String(1 + chance.roll(9)) }
      }
      const ids = told.map(one => one.pr_id)
      assert.equal(new Set(ids).size, ids.length, 'none is told twice')
    })
    const rounds = ROUNDS[engine]
    assert.ok(pages > 2 * rounds && changed > rounds, `only ${pages} pages and ${changed} changes`)
  })
}

/** Checks the order of pages: newest merge first, ties by id. */
const isAfter = (one: Highlight, last: Highlight | undefined): boolean =>
  last === undefined ||
  one.merged_at < last.merged_at ||
  (one.merged_at === last.merged_at && one.pr_id > last.pr_id)

/**
 * Simulates activity: new and old merges arrive, reverts among them, and people move, edit, classify and
 * promote. Returns how many highlights changed.
 */
async function somethingHappens(
  world: World,
  ledger: ReturnType<typeof randomLedger>,
  chance: Dice,
): Promise<number> {
  const before = await naively(world.db.read, world.account.id)
  world.clock.advance(60_000)
  await ledger.merge(world.clock.now())
  await ledger.merge(someDay(world, chance))
  for (let n = 0; n < 6; n++) await ledger.happen()
  const after = new Set(
    (await naively(world.db.read, world.account.id)).map(highlight => JSON.stringify(highlight)),
  )
  return before.filter(highlight => !after.has(JSON.stringify(highlight))).length
}

test('a question that was asked before is answered without a query until the database changes', async () => {
  await using world = await aWorld('sqlite')
  const ledger = randomLedger(world, dice(1))
  for (let n = 0; n < 20; n++) await ledger.merge(world.clock.now() - n * DAY)
  const ask = askerOf(world)
  const first = await ask({ days: '30' })
  const queries = mock.method(world.db.read, 'executeQuery')
  assert.deepEqual(await ask({ days: '30' }), first)
  assert.equal(queries.mock.callCount(), 0)

  await world.db.write(tx => tx.deleteFrom('highlight').execute())
  assert.deepEqual((await ask({ days: '30' })).highlights, [])
  assert.ok(first.highlights.length > 0)
})

test('an empty answer says that merges without a web address are never told', async () => {
  await using world = await aWorld('sqlite')
  const ask = askerOf(world)
  assert.equal((await ask({})).note, undefined)
  await world.merge('ci: cache the packages', { url: null })
  await world.settle()
  assert.equal((await ask({})).note, undefined)
  await world.merge('feat: export reports as CSV', { url: null })
  await world.settle()
  const { highlights, note = '' } = await ask({})
  assert.deepEqual(highlights, [])
  assert.match(note, /no web address .* import git DIR --repo https:/)
  await world.merge('feat: print receipts')
  await world.settle()
  assert.deepEqual([(await ask({})).highlights.length, (await ask({})).note], [1, undefined])
})
