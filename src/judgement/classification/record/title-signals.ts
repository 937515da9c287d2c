import type { Kind } from '../classification.ts'
import { type Signal, signal } from './signal.ts'
import { readTitle, type TitleParts } from './title.ts'
import { areaOfScope, maybeArea, meaningOfWord } from './vocabulary.ts'

/** Capitals ("FEATURE: …") are the habit of teams that publish their titles, and mean what they say. */
const CAPITALS = 3.6
/** The weight of any other type, beside what the model has learnt of it. */
const TYPE = 0.3

/** What a release brings was announced by others. */
const RELEASED = signal({
  source: 'title',
  detail: 'the title names a release and nothing that it brings',
  weight: -3,
  kind: 'maintenance',
})

const REVERT = signal({ source: 'title', detail: 'it reverts an earlier change', weight: -1.2 })

/** Scopes that name a kind: "fix(security): …" is a fix and about security, and the rarer word counts. */
const SECURITY = /^(?:security|sec|vuln(?:erability)?|cve)$/

/**
 * What the author put in front of the title, or that there is nothing to put it in front of. How much a scope weighs the model has
 * learnt: here it only names the kind.
 */
export function titleSignals(title: TitleParts, sortsByCapitals = false): Signal[] {
  const { type, scope, form, breaking, revert } = title
  if (revert) return [REVERT]
  if (namesRelease(title)) return [RELEASED]
  const area = scope === null ? null : areaOfScope(scope)
  const marked = breaking ? [breakingSignal('the title marks a breaking change')] : []
  if (area !== null) {
    const kind: Kind = area === 'documentation' ? 'documentation' : 'maintenance'
    return [...marked, signal({ source: 'title', detail: `the title is about “${scope}”`, weight: 0, kind })]
  }
  // "UI: update the list of browsers" names a part of the product, unless the team puts the kind of each change in front that way.
  const isArea = type !== null && form === 'capitals' && maybeArea(type) && !sortsByCapitals
  return type === null || isArea ? marked : [...marked, typeSignal(type, scope, form)]
}

/** Does the title begin with a word in capitals that can only be a sort? */
export const isPlainlySorted = ({ type, form }: TitleParts): boolean =>
  form === 'capitals' && type !== null && !maybeArea(type)

function typeSignal(type: string, scope: string | null, form: TitleParts['form']): Signal {
  const meaning = meaningOfWord(type)
  const isLoud = form === 'capitals'
  const weight = isLoud ? CAPITALS : TYPE
  return signal({
    source: 'title',
    detail: `the title is marked “${isLoud ? type.toUpperCase() : type}”`,
    weight: meaning?.told ? weight : -weight,
    kind: meaning?.kind === 'fix' && SECURITY.test(scope ?? '') ? 'security' : (meaning?.kind ?? null),
  })
}

/** The signal that a change breaks something, as titles, footers, labels and ticked boxes say it. */
export const breakingSignal = (detail: string, source = 'title'): Signal =>
  signal({ source, detail, weight: 1.2, magnitude: 'minor', breaking: true })

const HOUSEKEEPING = new RegExp(
  [
    String.raw`^(?:(?:chore|build|ci|release)(?:\([^)]*\))?: ?)(?:releas|publish|version|v?\d+\.\d+)`,
    String.raw`^(?:(?:prepar(?:e|ing)|cut|start|begin|tag|create|new|finali[sz]e|draft)\b.{0,40})?\breleas(?:e|es|ing):?(?: (?:of |version |candidate )?(?:[\w./@-]*[/@])?[a-z_.-]*\d[\w.-]*)?$`,
    String.raw`^(?:prepar(?:e|ing)|cut|start|begin|tag)\b.{0,40}\breleas`,
    String.raw`^(?:(?:add|update|write|draft|polish|edit|amend)s? )?(?:the )?(?:release notes?|change-?log|news)(?: (?:for|of|to|before|entries)\b|$)`,
    String.raw`^(?:version packages|version v?\d+\.\d|publish(?:ing)? v?\d|(?:\w+: )?bump(?:ed|s)?(?: the)? version|bump(?:ed)?(?: to)? v?\d+\.\d+|v?\d+\.\d+\.\d[\w.-]*$)`,
    String.raw`^\W*(?:\w+: )?(?:back-?port|cherry-?pick|forward-?port)`,
    String.raw`^(?:merge|sync)\b.{0,40}\b(?:into|branch|main|master|develop|next|release)\b`,
  ].join('|'),
  'i',
)

/** "Release/v0.6.3", "Prepare release 2.0.1", "Release Acme 2.1 (992)", "Add 2.1 release slides", "Undo release 1.1.0 to redo it": nothing is named but a version. */
const RELEASE =
  /^(?:add|update|prepare|write)s? (?:the )?(?:v?\d+\.\d[\w.]* release (?:notes|slides|post)|release (?:notes|slides|post) (?:for|of) v?\d+\.\d[\w.]*)$|^(?:undo|redo|retry|yank|roll ?back) (?:the )?(?:release|version)(?: of)? v?\d+\.\d|^(?:(?:prepar(?:e|ing)|cut|tag|publish|create|start|finali[sz]e|merge) )?(?:the )?(?:(?:version|release|rc)(?:\b|_)[ /:#-]?(?:branch |candidate |for |of )?(?:[\w.]+ (?=v?\d+\.\d+\.\d|\S+ \(\d+\)$))?v?\d+\.\d[\w.+-]*|v\d+\.\d[\w.+-]*|\d+\.\d+\.\d[\w.+-]*)(?: release)?(?: \(\d+\))?$/i

export const isRelease = (title: string): boolean => RELEASE.test(title)

/** Whether a title, whatever its type, names nothing but a version. "feat!: v2.0.0" says besides that it breaks something. */
const namesRelease = ({ type, breaking, text }: TitleParts): boolean =>
  isRelease(text) && (type === null || !breaking)

/** Is this the title of a release, a backport or a merge of branches, which tells nothing new by itself? */
export const isHousekeeping = (title: string): boolean =>
  HOUSEKEEPING.test(title) || namesRelease(readTitle(title))
