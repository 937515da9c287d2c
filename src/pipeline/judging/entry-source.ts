import { laidOut } from '#changelog/editions/edition.ts'
import { itemsIn } from '#changelog/editions/items.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { isHarmless } from '#writing/excerpt.ts'

/** A title and a text in the form in which words are held against their source. */
export const asPull = ({ title, body }: Pick<Entry, 'title' | 'body'>): MergedPull => ({
  ...{ host: '', repo: '', number: null, title, body, author: null, authorIsBot: false, labels: [] },
  ...{ baseBranch: null, mergeCommit: null, mergedAt: 0, url: null, files: [], filesChanged: 0 },
  ...{ additions: 0, deletions: 0, linkedIssues: [], commits: [], fragments: [] },
})

/**
 * What the opening of an edition is written from: the titles of its stories alone. Throws `conflict` where it has none, or all of them
 * speak to a language model.
 */
export async function storyTitles(db: Reader, edition: Entry, now: Instant): Promise<MergedPull> {
  const [first, ...others] = (await storiesOf(db, edition, now)).map(({ title }) => title).filter(isHarmless)
  if (first === undefined)
    throw new AppError('conflict', 'The edition has no story yet that its opening could be written from.')
  return asPull({ title: first, body: others.map(title => `- ${title}`).join('\n') })
}

async function storiesOf(db: Reader, edition: Entry, now: Instant): Promise<Pick<Entry, 'title'>[]> {
  if (edition.state === 'draft' || edition.state === 'queued')
    return (await laidOut(db, edition, now)).layout.stories
  const items = await itemsIn(db, edition.id, edition.state === 'withdrawn' ? 'withdrawn' : 'published')
  return items.filter(item => item.edition?.part === 'story')
}
