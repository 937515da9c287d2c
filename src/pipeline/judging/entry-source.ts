import type { Entry } from '#changelog/entries/entry.ts'
import { clip } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { isHarmless } from '#writing/models/prompt-injection.ts'

/** A title and a text as a pull request, which is what words are checked against. */
export const asPull = ({ title, body }: Pick<Entry, 'title' | 'body'>): MergedPull => ({
  ...{ host: '', repo: '', number: null, title, body, author: null, authorIsBot: false, labels: [] },
  ...{ baseBranch: null, mergeCommit: null, mergedAt: 0, url: null, files: [], filesChanged: 0 },
  ...{ additions: 0, deletions: 0, linkedIssues: [], commits: [], fragments: [] },
})

/** As much of their texts as a model is shown of the stories of an edition. */
const STORIES = 5_000

/** Null where there are none that a model may see. */
export function pullOfStories(stories: readonly Pick<Entry, 'title' | 'body'>[]): MergedPull | null {
  const [first, ...others] = stories.filter(({ title, body }) => isHarmless(title) && isHarmless(body))
  if (first === undefined) return null
  const bodyOf = ({ body }: Pick<Entry, 'body'>) => clip(body, Math.floor(STORIES / stories.length))
  const told = others.map(story => [`- ${story.title}`, bodyOf(story)].filter(Boolean).join('\n'))
  return asPull({ title: first.title, body: [bodyOf(first), ...told].filter(Boolean).join('\n\n') })
}
