import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { breakingEntries } from '#changelog/entries/covered-pulls.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import type { EntryContext, EntryEffects } from '#changelog/entries/entry-effects.ts'
import { pngOfSvg } from '#changelog/entries/images/picture.ts'
import { entryById } from '#changelog/entries/store.ts'
import { itemsOfEditions, TITLE } from '#changelog/feeds/published.ts'
import { withShownTitles } from '#changelog/feeds/pull-links.ts'
import type { Translation } from '#changelog/translations/translations.ts'
import { type PageWords, wordsFor } from '#changelog/words/words.ts'
import { BackgroundThread } from '#platform/background-thread.ts'
import { singleFlight } from '#platform/cache.ts'
import { type Clock, DAY_MS, type Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { defineJob, handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { pageSettings } from '../settings.ts'
import type { Card, cardTasks } from './card-drawing.ts'

const KEPT_MS = 30 * DAY_MS
const MEMORY = 16 * 1024 * 1024
/** What leads an edition, on its card. */
const MOST_LEADS = 3

/** Painted cards by the account and the content of the card, as JSON. */
const inMemory = new LRUCache<string, Uint8Array>({ maxSize: MEMORY })
const painted = singleFlight((key: string) => {
  const { accountId, card } = JSON.parse(key)
  return paintCard(card, accountId)
})

/**
 * The card as PNG: from memory, as stored when the entry was published, or painted now, once for all requests
 * that wait for it. Throws like `paintCard`.
 */
export async function cardPicture(db: Reader, accountId: string, card: Card): Promise<Uint8Array> {
  const key = JSON.stringify({ accountId, card })
  const known = inMemory.get(key)
  if (known) return known
  const picture = (await storedCard(db, accountId, hashOf(card))) ?? (await painted(key))
  inMemory.set(key, picture, { size: picture.length })
  return picture
}

/** The card of an entry on the account's own page, as PNG. */
export const entryCardPicture = async (db: Reader, entry: Entry): Promise<Uint8Array> =>
  cardPicture(db, entry.accountId, await cardOfEntry(db, entry))

async function cardOfEntry(db: Reader, entry: Entry): Promise<Card> {
  const settings = await pageSettings(db, entry.accountId)
  const account = await accountById(db, entry.accountId)
  const words = wordsFor(account.language)
  return {
    entry: await headlineOf(db, entry, words),
    pageTitle: settings.title ?? words.changelogOf(account.name),
    language: entry.language ?? account.language,
    accent: settings.accent,
  }
}

/** An entry for a card. The title is in the language of `translation`, if there is one. */
interface CardedEntry extends Pick<Entry, 'id' | 'accountId' | 'title' | 'kind' | 'origin'> {
  translation?: Translation | null
}

/** What a card says of an entry: its kind, or of an edition what leads it. */
export async function headlineOf(
  db: Reader,
  entry: CardedEntry,
  { breaking, kinds }: PageWords,
): Promise<NonNullable<Card['entry']>> {
  const { id, kind, origin } = entry
  const [{ title } = entry] = await withShownTitles(db, entry.accountId, [entry], 'public')
  if (origin === 'edition') return { title, kind: null, leads: await leadingStories(db, entry, breaking) }
  const isBreaking = (await breakingEntries(db, [id])).has(id)
  const label = isBreaking ? `${breaking} · ${kinds[kind]}` : kinds[kind]
  return { title, kind: { name: kind, label }, leads: [] }
}

/** Of a published edition, what breaks with that word before it. */
async function leadingStories(
  db: Reader,
  { accountId, id, translation }: CardedEntry,
  breaking: string,
): Promise<string[]> {
  const rows = await itemsOfEditions(db, { accountId, translation }, [id])
    .clearSelect()
    .select(['entry.id', TITLE.as('title')])
    .limit(MOST_LEADS)
    .execute()
  const broken = await breakingEntries(
    db,
    rows.map(row => row.id),
  )
  const shown = await withShownTitles(db, accountId, rows, 'public')
  return shown.map(({ id, title }) => (broken.has(id) ? `${breaking}: ${title}` : title))
}

const hashOf = (card: Card): string => createHash('sha256').update(JSON.stringify(card)).digest('hex')

async function storedCard(db: Reader, accountId: string, hash: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('card')
    .select('bytes')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.bytes
}

/** Paints and stores the card of an entry. */
const cardJob = defineJob({
  name: 'paint card',
  payload: z.object({ entryId: z.string() }),
  attempts: 3,
})

/** Paints the card when an entry is published, or a published one is edited, so that nobody who shares its link has to wait. */
export const cardEffects: EntryEffects = {
  published: enqueueCard,
  edited: enqueueCard,
}

/** Skips entries with an older date, because an import may bring thousands of them. */
async function enqueueCard(tx: Tx, { clock, ids }: EntryContext, entry: Entry): Promise<void> {
  const { id, accountId } = entry
  if (entry.state !== 'published' || entry.publishedAt < clock.now() - DAY_MS) return
  if (!(await pageSettings(tx, accountId)).isOn) return
  await enqueue(tx, { clock, ids }, cardJob, { accountId, payload: { entryId: id } })
}

export const cardJobs = ({ db, clock }: { db: Database; clock: Clock }): RegisteredJob =>
  handleJob(cardJob, {
    async run({ entryId }) {
      const entry = await entryById(db.read, entryId)
      const card = await cardOfEntry(db.read, entry)
      const bytes = await paintCard(card, entry.accountId)
      const row = { account_id: entry.accountId, hash: hashOf(card), bytes, painted_at: clock.now() }
      return async tx => {
        await tx
          .insertInto('card')
          .values(row)
          .onConflict(conflict => conflict.doNothing())
          .execute()
      }
    },
  })

/** Deletes cards after thirty days: networks have their own copy by then. A card that is asked for later is painted again. */
export async function pruneCards(tx: Tx, now: Instant): Promise<void> {
  await tx
    .deleteFrom('card')
    .where('painted_at', '<', now - KEPT_MS)
    .execute()
}

const IDLE_MS = 60_000

/**
 * Cards are drawn in a thread, because laying out a text takes a tenth of a second in which no request would
 * be answered. When the thread ends, the library's memory is freed.
 */
const thread = new BackgroundThread<typeof cardTasks>(new URL('./card-thread.ts', import.meta.url), null, {
  idleMs: IDLE_MS,
})

/**
 * Paints the picture that networks show beside a link to the page or an entry: a PNG of 1200 × 630 pixels, when it is the turn of the
 * account `owner`. Throws `unavailable` or `rate_limited` when the account asks for too many.
 */
export const paintCard = async (card: Card, owner: string): Promise<Uint8Array> =>
  pngOfSvg(await thread.run('draw', card), owner)
