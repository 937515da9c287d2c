import { kindWord } from '#judgement/notes/note.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { ReleaseRule, ReleaseRules } from './release-rules.ts'
import { type Signal, signal } from './signal.ts'
import { readTitle } from './title.ts'
import { meaningOfCategory } from './vocabulary.ts'

/** A label is given to one change on purpose; a type is written before anybody asks who will read it. */
const LEFT_OUT = { label: -3.5, type: -2.5 }
const LISTED = { label: 1.8, type: 1.5 }
/** Listed under a heading such as "Maintenance" or "Documentation". */
const UPKEEP = -1.5
const UNRELEASED = -2

/** What the team's configuration of its release notes says of a change. A heading that nobody understands says nothing. */
export function releaseRuleSignals(pull: MergedPull, rules: ReleaseRules): Signal[] {
  const labels = pull.labels.flatMap(label => {
    const rule = rules.labels.get(label.toLowerCase())
    return rule === undefined ? [] : ruleSignal('label', `the label “${label}”`, rule)
  })
  const { type } = readTitle(pull.title)
  const rule = type === null ? undefined : rules.types.get(type)
  const types = rule === undefined ? [] : ruleSignal('type', `titles marked “${type}”`, rule)
  return [...labels, ...types, ...unreleasedSignals(pull, rules)]
}

function ruleSignal(of: 'label' | 'type', what: string, rule: ReleaseRule): Signal[] {
  const { file, heading, isLeftOut, magnitude } = rule
  const source = of === 'label' ? 'label' : 'title'
  if (isLeftOut) {
    const detail = `the team’s ${file} leaves ${what} out of the release notes`
    return [signal({ source, detail, weight: LEFT_OUT[of], kind: 'maintenance', binding: of === 'label' })]
  }
  const meaning = heading === null ? null : meaningOfCategory(plain(heading))
  if (meaning === null)
    return magnitude === null
      ? []
      : [signal({ source, detail: `the team’s ${file} gives ${what} a version bump`, weight: 0, magnitude })]
  const detail = `the team’s ${file} lists ${what} under “${heading?.trim()}”`
  const weight = meaning.told ? LISTED[of] : UPKEEP
  return [signal({ source, detail, weight, kind: meaning.kind, magnitude })]
}

/** Without the emoji in front. */
const plain = (heading: string): string => kindWord(heading.replace(/[^\p{L}\p{N}\s-]/gu, ' '))

/** A change of nothing but packages that are not released. */
function unreleasedSignals({ files }: MergedPull, { unreleased }: ReleaseRules): Signal[] {
  const nameOf = (path: string) =>
    path
      .toLowerCase()
      .split('/')
      .slice(0, -1)
      .find(part => unreleased.has(part))
  const names = files.map(({ path }) => nameOf(path))
  const [first] = names
  if (first === undefined || names.includes(undefined)) return []
  const detail = `the team’s ${unreleased.get(first)} leaves “${first}” out of releases`
  return [signal({ source: 'path', detail, weight: UNRELEASED, kind: 'maintenance' })]
}
