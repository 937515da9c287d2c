import { withoutComments } from '#kit/comments.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { authorSignals } from './author.ts'
import { changelogSignals } from './changelog.ts'
import { checkboxSignals } from './checkboxes.ts'
import { labelSignals } from './labels.ts'
import { noteSignals } from './notes.ts'
import type { Signal } from './signal.ts'
import { readTitle } from './title.ts'
import { typeSignals } from './title-type.ts'
import { trailerSignals } from './trailers.ts'

/** All that people wrote to say what the change is, the weightiest first. */
export function signalsOf(pull: MergedPull): Signal[] {
  const body = withoutComments(pull.body)
  const notes = noteSignals(pull)
  return [
    ...notes,
    ...trailerSignals(body),
    ...(notes.length > 0 ? [] : changelogSignals(pull)),
    ...labelSignals(pull.labels),
    ...checkboxSignals(body),
    ...typeSignals(readTitle(pull.title)),
    ...authorSignals(pull),
  ].toSorted((a, b) => Number(b.binding) - Number(a.binding) || Math.abs(b.weight) - Math.abs(a.weight))
}
