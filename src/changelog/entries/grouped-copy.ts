import { type Kind, MAGNITUDES, type Magnitude } from '#judgement/classification/classification.ts'
import { HEADLINE_LIMIT } from '#judgement/copy/pitch.ts'
import { fits } from '#judgement/copy/text/graphemes.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import type { CoveredPull } from './covered-pulls.ts'

/** One change among several that are told together: a draft, or a pull request without one. */
export interface GroupedChange extends RankedChange {
  title: string
  body: string
  pulls: readonly CoveredPull[]
}

/** Words by rules, for a person to edit. */
export interface GroupedCopy {
  title: string
  body: string
}

/** By what they are to become: a group, or a round-up of a span. */
export const groupedCopy = (changes: readonly GroupedChange[], span: string | null): GroupedCopy =>
  span === null ? groupCopy(changes) : roundUpCopy(changes, span)

/** Of a group: the first leads, and what the others add stands below it. */
function groupCopy([lead, ...others]: readonly GroupedChange[]): GroupedCopy {
  if (!lead) throw new Error('A group is never empty.')
  const told = new Set([normalized(lead.title)])
  const lines = others.flatMap(({ title }) => {
    if (told.has(normalized(title))) return []
    told.add(normalized(title))
    return [`- ${escapeMarkdown(title)}`]
  })
  return { title: lead.title, body: [lead.body, lines.join('\n')].filter(Boolean).join('\n\n') }
}

const normalized = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

/**
 * Of a round-up: the greatest change leads the headline, sections by kind follow, each line with its pull requests. `span` says of
 * what: "the week of 2 March 2026", "version 2.1.0".
 */
function roundUpCopy(changes: readonly GroupedChange[], span: string): GroupedCopy {
  const sections = groupBySection(changes.toSorted(byImportance)).map(
    ([kind, those]) => `## ${SECTIONS[kind]}\n\n${mergedLines(those, isOneRepository(changes)).join('\n')}`,
  )
  const opening = `What changed in ${escapeMarkdown(span)}.`
  return { title: roundUpTitle(changes, span), body: [opening, ...sections].join('\n\n') }
}

/** The first of these that is short enough; the last always is. */
function roundUpTitle(changes: readonly GroupedChange[], span: string): string {
  const more = changes.length - 1
  const rest = `${more} more ${more === 1 ? 'change' : 'changes'}`
  const leads = changes.toSorted(byImportance).map(change => `${change.title}, and ${rest}`)
  const fitting = leads.slice(0, LEADS_TRIED).find(lead => fits(lead, HEADLINE_LIMIT))
  const plainly = `${changes.length} changes in ${span}`
  return fitting ?? (fits(plainly, HEADLINE_LIMIT) ? plainly : `${changes.length} changes`)
}

/** A small change that happens to have a short headline must not lead. */
const LEADS_TRIED = 3

/** Changes that say the same are one line with all their pull requests. */
function mergedLines(changes: readonly GroupedChange[], short: boolean): string[] {
  return [...Map.groupBy(changes, change => normalized(change.title)).values()].map(same => {
    const links = same.flatMap(change => change.pulls.map(pull => linkTo(pull, short)))
    return `- ${escapeMarkdown(same[0]?.title ?? '')}${links.length > 0 ? ` (${links.join(', ')})` : ''}`
  })
}

const isOneRepository = (changes: readonly GroupedChange[]): boolean =>
  new Set(changes.flatMap(change => change.pulls.map(pull => pull.repo))).size < 2

function linkTo(pull: CoveredPull, short: boolean): string {
  const reference = referenceOf(pull)
  const label = escapeMarkdown(short ? reference.replace(/^.*(?=[#@])/, '').replace(/^@/, '') : reference)
  const address = pull.url?.replace(/[()<>\s]/g, character =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  )
  return address === undefined ? label : `[${label}](${address})`
}

/** What stands above the changes of a kind, in the order in which customers care. */
export const SECTIONS: Record<Kind, string> = {
  feature: 'New',
  improvement: 'Improved',
  performance: 'Faster',
  fix: 'Fixed',
  security: 'Security',
  deprecation: 'Deprecated',
  removal: 'Removed',
  documentation: 'Documentation',
  maintenance: 'Under the hood',
}

export const SECTION_ORDER = Object.keys(SECTIONS) as Kind[]

/** A change as its place among others depends on it. */
export interface RankedChange {
  kind: Kind
  magnitude: Magnitude
  mergedAt: number
}

/** The biggest first, then what customers care for most, then the newest. */
export const byImportance = (a: RankedChange, b: RankedChange): number =>
  MAGNITUDES.indexOf(b.magnitude) - MAGNITUDES.indexOf(a.magnitude) ||
  SECTION_ORDER.indexOf(a.kind) - SECTION_ORDER.indexOf(b.kind) ||
  b.mergedAt - a.mergedAt

/** The greatest of them. */
export const highestMagnitude = (changes: readonly Pick<RankedChange, 'magnitude'>[]): Magnitude =>
  MAGNITUDES[Math.max(0, ...changes.map(change => MAGNITUDES.indexOf(change.magnitude)))] ?? 'patch'

/** In the order of their sections; sections without any are left out. */
export function groupBySection<T extends Pick<RankedChange, 'kind'>>(changes: readonly T[]): [Kind, T[]][] {
  const groups = Map.groupBy(changes, change => change.kind)
  return SECTION_ORDER.flatMap(kind => {
    const group = groups.get(kind)
    return group ? [[kind, group] as [Kind, T[]]] : []
  })
}
