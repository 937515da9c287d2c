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
    ...authorSignals(pull),
  ].toSorted((a, b) => Number(b.binding) - Number(a.binding) || Math.abs(b.weight) - Math.abs(a.weight))
}

const weighed = (note: Signal, words: LearntWords | undefined): Signal =>
  note.category === null ? note : { ...note, weight: note.weight + (words?.weightOf(note.category) ?? 0) }

const DEPENDENCIES = /dependabot|renovate|greenkeeper|snyk|pyup|depfu|scala-steward|mend-|updatecli/i
const TRANSLATIONS = /weblate|crowdin|transifex|lokalise|localazy|translat|l10n/i
const NAMED_BOT = /\[bot\]$|-bot$|^bot-/i

/** What programs merge is hardly ever news; a translation now and then is. */
export function authorSignals({ author, authorIsBot }: Pick<MergedPull, 'author' | 'authorIsBot'>): Signal[] {
  const name = author ?? ''
  if (!authorIsBot && !NAMED_BOT.test(name) && !DEPENDENCIES.test(name)) return []
  if (TRANSLATIONS.test(name)) return [bot('the author is a translation bot', -1.5)]
  if (DEPENDENCIES.test(name)) return [bot('the author is a bot that updates dependencies', -3.2)]
  return [bot('the author is a bot', -3)]
}

const bot = (detail: string, weight: number): Signal =>
  signal({ source: 'author', detail, weight, kind: 'maintenance' })
