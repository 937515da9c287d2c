import { accountById } from '#accounts/account.ts'
import { breakingEntries } from '#changelog/entries/covered-pulls.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { Cards } from '#changelog/page/card.ts'
import { pageSettings } from '#changelog/page/settings.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { Reader } from '#platform/db/schema.ts'

const cards = memoizeOnce(async () => new Cards())

/** The picture of a link card: the title of the entry on the account's colour, as PNG. */
export async function thumbnailOf(db: Reader, entry: Entry): Promise<Uint8Array> {
  const { title, accent } = await pageSettings(db, entry.accountId)
  const { name } = await accountById(db, entry.accountId)
  const isBreaking = (await breakingEntries(db, [entry.id])).has(entry.id)
  const card = {
    entry: { title: entry.title, kind: entry.kind, isBreaking },
    pageTitle: title ?? `${name} changelog`,
    accent,
  }
  return (await cards()).get(card, entry.accountId)
}
