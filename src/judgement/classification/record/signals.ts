import { type Upkeep, upkeepOf } from '#judgement/upkeep.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { checkboxSignals, trailerSignals } from './body-signals.ts'
import { carrierSignal } from './carrier.ts'
import { changelogSignals } from './changelog.ts'
import { labelSignals } from './labels.ts'
import type { LearntWords } from './learnt-words.ts'
import { noteSignals } from './notes.ts'
import { releaseRuleSignals } from './release-rule-signals.ts'
import type { ReleaseRules } from './release-rules.ts'
import { type Signal, signal } from './signal.ts'
import { readTitle } from './title.ts'
import { titleSignals } from './title-signals.ts'

/** What is known of how a repository's people write. */
export interface Convention {
  sortsByCapitals: boolean
  words: LearntWords
  /** How they configured their release notes. */
  rules: ReleaseRules | undefined
}

/** All that people wrote to say what the change is, the weightiest first. What they wrote of a carrier is about other changes. */
export function signalsOf(pull: MergedPull, convention?: Convention): Signal[] {
  const carrier = carrierSignal(pull)
  if (carrier) return [carrier]
  const body = withoutComments(pull.body)
  const notes = noteSignals(pull).map(note => weighed(note, convention?.words))
  return [
    ...notes,
    ...trailerSignals(pull),
    ...(notes.length > 0 ? [] : changelogSignals(pull)),
    ...labelSignals(pull.labels),
    ...checkboxSignals(body),
    ...titleSignals(readTitle(pull.title), convention?.sortsByCapitals),
    ...(convention?.rules ? releaseRuleSignals(pull, convention.rules) : []),
    ...robotSignals(pull),
  ].toSorted((a, b) => Number(b.binding) - Number(a.binding) || Math.abs(b.weight) - Math.abs(a.weight))
}

const weighed = (note: Signal, words: LearntWords | undefined): Signal =>
  note.category === null ? note : { ...note, weight: note.weight + (words?.weightOf(note.category) ?? 0) }

/** What robots keep up is hardly ever news; a translation now and then is. */
const UPKEEP: Record<Upkeep, readonly [work: string, weight: number]> = {
  dependencies: ['updates dependencies', -3.2],
  translations: ['brings translations', -1.5],
  releases: ['makes releases and moves merges', -3],
}

function robotSignals(pull: MergedPull): Signal[] {
  const upkeep = upkeepOf(pull)
  if (upkeep === null) return []
  const [work, weight] = UPKEEP[upkeep]
  return [
    signal({ source: 'author', detail: `the author is a bot that ${work}`, weight, kind: 'maintenance' }),
  ]
}
