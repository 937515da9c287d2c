import type { Account } from '#accounts/account.ts'
import { entryJson } from '#actions/entries/entry-json.ts'
import { editionReferences } from '#changelog/editions/references.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import type { ListedEntry } from '#changelog/entries/list.ts'
import { pageAddress, permalinkPath } from '#changelog/feeds/address.ts'
import { pageSettings } from '#changelog/page/settings.ts'
import { postsOfEntries } from '#social/posts/post.ts'
import type { WebContext } from '#web/context.ts'

/** Entries as JSON, each with its address on the hosted page (if there is one), its posts and its edition. */
export async function listJson(
  { db, baseUrl }: WebContext,
  { id, publicId }: Pick<Account, 'id' | 'publicId'>,
  entries: readonly ListedEntry[],
) {
  const addressOf = await pageAddresses({ db, baseUrl }, { id, publicId })
  const ids = entries.map(({ entry }) => entry.id)
  const posts = await postsOfEntries(db.read, ids)
  const references = await editionReferences(
    db.read,
    entries.map(({ entry }) => entry),
  )
  return entries.map(listed => {
    const { entry } = listed
    return {
      ...entryJson(listed),
      address: addressOf(entry),
      posts: posts.get(entry.id) ?? [],
      ...(references.get(entry.id) ?? { partOf: null, items: 0 }),
    }
  })
}

/** The addresses of entries on the account's hosted page, by entry id; null for an entry that is not there. */
export async function pageAddresses(
  { db, baseUrl }: Pick<WebContext, 'db' | 'baseUrl'>,
  { id, publicId }: Pick<Account, 'id' | 'publicId'>,
): Promise<(entry: Entry) => string | null> {
  const settings = await pageSettings(db.read, id)
  const root = settings.isOn ? pageAddress(baseUrl, { publicId, ...settings }) : null
  return entry => (root !== null && entry.state === 'published' ? root + permalinkPath(entry) : null)
}
