import { laidOut } from '#changelog/editions/edition.ts'
import { itemsIn } from '#changelog/editions/items.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { clip } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { isHarmless } from '#writing/excerpt.ts'

/** A title and a text as a pull request, which is what words are checked against. */
export const asPull = ({ title, body }: Pick<Entry, 'title' | 'body'>): MergedPull => ({
  ...{ host: '', repo: '', number: null, title, body, author: null, authorIsBot: false, labels: [] },
  ...{ baseBranch: null, mergeCommit: null, mergedAt: 0, url: null, files: [], filesChanged: 0 },
  ...{ additions: 0, deletions: 0, linkedIssues: [], commits: [], fragments: [] },
})

/** As much of their texts as a model is shown of the stories of an edition. */
const STORIES = 5_000

/** What an edition is worded from: its stories. Throws `conflict` where it has none, or all of them speak to a language model. */
export async function storiesAsPull(db: Reader, edition: Entry, now: Instant): Promise<MergedPull> {
  const pull = pullOfStories(await storiesOf(db, edition, now))
  if (pull !== null) return pull
  throw new AppError('conflict', 'The edition has no story yet that its opening could be written from.')
}

/** Null where there are none that a model may see. */
export function pullOfStories(stories: readonly Pick<Entry, 'title' | 'body'>[]): MergedPull | null {
  const [first, ...others] = stories.filter(({ title, body }) => isHarmless(title) && isHarmless(body))
  if (first === undefined) return null
  const bodyOf = ({ body }: Pick<Entry, 'body'>) => clip(body, Math.floor(STORIES / stories.length))
  const told = others.map(story => [`- ${story.title}`, bodyOf(story)].filter(Boolean).join('\n'))
  return asPull({ title: first.title, body: [bodyOf(first), ...told].filter(Boolean).join('\n\n') })
}

async function storiesOf(db: Reader, edition: Entry, now: Instant): Promise<Pick<Entry, 'title' | 'body'>[]> {
  if (edition.state === 'draft' || edition.state === 'queued')
    return (await laidOut(db, edition, now)).layout.stories.map(({ entry }) => entry)
  const items = await itemsIn(db, edition.id, edition.state === 'withdrawn' ? 'withdrawn' : 'published')
  return items.filter(item => item.edition?.part === 'story')
}
