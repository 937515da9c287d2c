import { accountById } from '#accounts/account.ts'
import { voiceOf } from '#accounts/voice.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { Guidance, PublishedText } from '#writing/guidance.ts'
import { folderOf } from '#writing/prompts/questions.ts'

/** How many published entries are read. Those most similar to a change are shown to the model. */
const PUBLISHED_READ = 100

/** What a language model is told about an account: its voice, and entries that it published. */
export async function guidanceFor(db: Reader, accountId: string): Promise<Guidance> {
  const [{ language }, voice, published] = await Promise.all([
    accountById(db, accountId),
    voiceOf(db, accountId),
    publishedTexts(db, accountId),
  ])
  return { voice, language, published }
}

async function publishedTexts(db: Reader, accountId: string): Promise<PublishedText[]> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('pull_request', 'pull_request.id', 'entry.primary_pull_request_id')
    .select([
      'pull_request.title as pull',
      'pull_request.files',
      'entry.kind',
      'entry.title',
      'entry.body',
      'entry.machine_title',
      'entry.machine_body',
    ])
    .where('entry.account_id', '=', accountId)
    .where('state', '=', 'published')
    // Imported entries, and those that cover several changes, do not show how a single change is worded.
    .where('entry.origin', '=', 'pull-request')
    .orderBy('published_at', 'desc')
    .limit(PUBLISHED_READ)
    .execute()
  return rows.map(row => {
    const isChanged = row.title !== row.machine_title || row.body !== row.machine_body
    const files: { path: string }[] = JSON.parse(row.files)
    return {
      title: row.pull,
      kind: row.kind,
      folders: [...new Set(files.map(({ path }) => folderOf(path)))],
      draft: isChanged ? { headline: row.machine_title, body: row.machine_body } : null,
      final: { headline: row.title, body: row.body },
    }
  })
}
