import type { MergedPull } from '#pulls/pull-request.ts'
import { promptInjectionsIn, withoutPromptInjections } from '#writing/models/prompt-injection.ts'

/** A pull request with nothing left in it that is meant for a language model. */
export interface Disarmed {
  /** The same object where nothing was. */
  pull: MergedPull
  /** Something spoke to a language model outright; otherwise what is missing only might have. */
  hasPromptInjection: boolean
}

export function disarmed(pull: MergedPull): Disarmed {
  const { title, body, labels, commits, fragments, files } = pull
  const sanitized = {
    ...pull,
    title: withoutPromptInjections(title),
    body: withoutPromptInjections(body),
    labels: labels.filter(isQuiet),
    commits: commits.filter(isQuiet),
    fragments: fragments.map(({ path, text }) => ({ path, text: withoutPromptInjections(text) })),
    files: files.filter(({ path }) => isQuiet(path)),
  }
  if (says(sanitized) === says(pull)) return { pull, hasPromptInjection: false }
  const quoted = [...fragments.map(({ text }) => text), ...files.map(({ path }) => path)]
  const texts = [title, body, ...labels, ...commits, ...quoted]
  return { pull: sanitized, hasPromptInjection: texts.some(text => promptInjectionsIn(text).length > 0) }
}

const isQuiet = (text: string): boolean => withoutPromptInjections(text) === text.trim()

/** Blanks at the ends are no difference. */
const says = ({ title, body, labels, commits, fragments, files }: MergedPull): string =>
  JSON.stringify([
    ...[title, body, ...fragments.map(({ text }) => text)].map(text => text.trim()),
    ...[labels, commits, files].map(list => list.length),
  ])
