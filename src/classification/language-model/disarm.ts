import { withoutWhispers } from '#llm/whispers.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** The pull request without what in it speaks to a language model; null where nothing does. */
export function disarmed(pull: MergedPull): MergedPull | null {
  const harmless = {
    ...pull,
    title: withoutWhispers(pull.title),
    body: withoutWhispers(pull.body),
    labels: quiet(pull.labels),
    commits: quiet(pull.commits),
    fragments: pull.fragments.map(({ path, text }) => ({ path, text: withoutWhispers(text) })),
    files: pull.files.filter(({ path }) => withoutWhispers(path) === path),
  }
  return says(harmless) === says(pull) ? null : harmless
}

const quiet = (texts: readonly string[]): string[] =>
  texts.filter(text => withoutWhispers(text) === text.trim())

/** Blanks at the ends are no difference. */
const says = ({ title, body, labels, commits, fragments, files }: MergedPull): string =>
  JSON.stringify([
    title.trim(),
    body.trim(),
    labels.length,
    commits.length,
    files.length,
    fragments.map(({ text }) => text.trim()),
  ])
