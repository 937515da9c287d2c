import type { Account } from '#accounts/account.ts'
import type { ListedEntry } from '#changelog/entries/list.ts'
import { pageAddress, permalinkPath } from '#changelog/feeds/address.ts'
import { pageSettings } from '#changelog/page/settings.ts'
import { postsOfEntries } from '#social/posts/post.ts'
import type { WebContext } from '#web/context.ts'
import { entryJson } from '../authorize.ts'

/** Entries as JSON, each with where readers find it: its address on the hosted page, if there is one, and its posts. */
export async function listJson(
  { db, baseUrl }: WebContext,
  { id, publicId }: Pick<Account, 'id' | 'publicId'>,
  entries: readonly ListedEntry[],
) {
  const settings = await pageSettings(db.read, id)
  const root = settings.isOn ? pageAddress(baseUrl, { publicId, ...settings }) : null
  const posts = await postsOfEntries(
    db.read,
    entries.map(({ entry }) => entry.id),
  )
  return entries.map(listed => {
    const { entry } = listed
    const isShown = root !== null && entry.state === 'published'
    return {
      ...entryJson(listed),
      address: isShown ? root + permalinkPath(entry) : null,
      posts: posts.get(entry.id) ?? [],
    }
  })
}
