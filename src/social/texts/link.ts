import type { Entry } from '#changelog/entries/entry.ts'
import { pageAddress, permalinkPath } from '#changelog/feeds/address.ts'
import { pageSettings } from '#changelog/page/settings.ts'
import type { Reader } from '#platform/db/schema.ts'

/**
 * What a post links to: the entry's page when the changelog page is on, else its pull request in a public repository, else the account's
 * home, else nothing.
 */
export async function linkOf(db: Reader, baseUrl: string, entry: Entry): Promise<string | null> {
  const settings = await pageSettings(db, entry.accountId)
  if (settings.isOn) {
    const { public_id: publicId } = await db
      .selectFrom('account')
      .select('public_id')
      .where('id', '=', entry.accountId)
      .executeTakeFirstOrThrow()
    const page = pageAddress(baseUrl, { publicId, name: settings.name, host: settings.host })
    // Percent-encoded, since networks end a link at some letters.
    return new URL(page + permalinkPath(entry)).href
  }
  return (await publicPullRequest(db, entry)) ?? settings.homeUrl
}

async function publicPullRequest(db: Reader, { primaryPullRequestId }: Entry): Promise<string | null> {
  if (primaryPullRequestId === null) return null
  const row = await db
    .selectFrom('pull_request as pull')
    .innerJoin('repository', 'repository.id', 'pull.repository_id')
    .select('pull.url')
    .where('pull.id', '=', primaryPullRequestId)
    .where('repository.is_public', '=', 1)
    .executeTakeFirst()
  return row?.url && /^https?:\/\//i.test(row.url) ? row.url : null
}
