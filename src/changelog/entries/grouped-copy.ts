import { KIND_FACES } from '#changelog/kind-faces.ts'
import { type Kind, MAGNITUDES, type Magnitude } from '#judgement/classification/classification.ts'
import { HEADLINE_LIMIT } from '#judgement/copy/pitch.ts'
import { fits } from '#judgement/copy/text/graphemes.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import type { CoveredPull } from './covered-pulls.ts'

/** One change of a group: a draft, or a pull request without one. */
export interface GroupedChange extends RankedChange {
  title: string
  body: string
  pulls: readonly CoveredPull[]
}

/** The title and body of a group, put together by rules for a person to edit. */
export interface GroupedCopy {
  title: string
  body: string
}

/** Writes the copy of a group, or of a round-up if a span is given. */
export const groupedCopy = (changes: readonly GroupedChange[], span: string | null): GroupedCopy =>
  span === null ? groupCopy(changes) : roundUpCopy(changes, span)

/** The first change provides title and body; the titles of the others follow as a list. */
function groupCopy([lead, ...others]: readonly GroupedChange[]): GroupedCopy {
  if (!lead) throw new Error('A group is never empty.')
  const seen = new Set([normalized(lead.title)])
  const lines = others.flatMap(({ title }) => {
    if (seen.has(normalized(title))) return []
    seen.add(normalized(title))
    return [`- ${escapeMarkdown(title)}`]
  })
  return { title: lead.title, body: [lead.body, lines.join('\n')].filter(Boolean).join('\n\n') }
}

const normalized = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

/**
 * The most important change leads the title; the body lists all changes in sections by kind, each with its pull requests. `span` names
 * what is rounded up, such as "the week of 2 March 2026".
 */
function roundUpCopy(changes: readonly GroupedChange[], span: string): GroupedCopy {
  const sections = groupBySection(changes.toSorted(byImportance)).map(
    ([section, changed]) => `## ${section}\n\n${mergedLines(changed, isOneRepository(changes)).join('\n')}`,
  )
  const opening = roundUpOpening(changes, span)
  return { title: roundUpTitle(changes, span), body: [opening, ...sections].join('\n\n') }
}

/** Themes that the opening sentence names. */
const THEMES = 3
/** An opening that is longer names fewer. */
const OPENING_LIMIT = 260

/** One sentence on what a span was about: its most important changes, and how many more there are. */
function roundUpOpening(changes: readonly GroupedChange[], span: string): string {
  const titles = new Map(changes.toSorted(byImportance).map(({ title }) => [normalized(title), title]))
  for (let named = Math.min(THEMES, titles.size); named > 0; named--) {
    const themes = [...titles.values()].slice(0, named).map(title => escapeMarkdown(title))
    const more = titles.size - named
    const rest = more === 0 ? [] : [`${more} more ${more === 1 ? 'change' : 'changes'}`]
    const opening = `In ${escapeMarkdown(span)}: ${inWords([...themes, ...rest])}.`
    if (opening.length <= OPENING_LIMIT) return opening
  }
  return `What changed in ${escapeMarkdown(span)}.`
}

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join('; ')}; and ${parts.at(-1)}`

/** The first title that fits the headline limit; the last candidate always does. */
function roundUpTitle(changes: readonly GroupedChange[], span: string): string {
  const more = changes.length - 1
  const rest = `${more} more ${more === 1 ? 'change' : 'changes'}`
  const leads = changes.toSorted(byImportance).map(change => `${change.title}, and ${rest}`)
  const fitting = leads.slice(0, LEADS_TRIED).find(lead => fits(lead, HEADLINE_LIMIT))
  const plainly = `${changes.length} changes in ${span}`
  return fitting ?? (fits(plainly, HEADLINE_LIMIT) ? plainly : `${changes.length} changes`)
}

/** Only this many of the most important changes may lead, so that a minor one does not lead for being short. */
const LEADS_TRIED = 3

/** Changes with the same title become one line with all their pull requests. */
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

/** The section title of each kind, in the order in which sections are shown. */
export const SECTIONS = Object.fromEntries(
  Object.entries(KIND_FACES).map(([kind, { word }]) => [kind, word]),
) as Record<Kind, string>

export const SECTION_ORDER = Object.keys(SECTIONS) as Kind[]

/** What the order of changes depends on. */
export interface RankedChange {
  kind: Kind
  magnitude: Magnitude
  isBreaking: boolean
  mergedAt: number
}

/** Orders changes with the breaking ones first, then by magnitude, by section, and newest first. */
export const byImportance = (a: RankedChange, b: RankedChange): number =>
  Number(b.isBreaking) - Number(a.isBreaking) ||
  MAGNITUDES.indexOf(b.magnitude) - MAGNITUDES.indexOf(a.magnitude) ||
  SECTION_ORDER.indexOf(a.kind) - SECTION_ORDER.indexOf(b.kind) ||
  b.mergedAt - a.mergedAt

/** The highest magnitude among the changes; `patch` if there are none. */
export const highestMagnitude = (changes: readonly Pick<RankedChange, 'magnitude'>[]): Magnitude =>
  MAGNITUDES[Math.max(0, ...changes.map(change => MAGNITUDES.indexOf(change.magnitude)))] ?? 'patch'

/** The title of the section that precedes those of the kinds. */
export const BREAKING_SECTION = 'Breaking changes'

/** Groups changes under the titles of their sections: the breaking ones, then the others by kind; without empty sections. */
export function groupBySection<T extends Pick<RankedChange, 'kind' | 'isBreaking'>>(
  changes: readonly T[],
): [string, T[]][] {
  const groups = Map.groupBy(changes, change =>
    change.isBreaking ? BREAKING_SECTION : SECTIONS[change.kind],
  )
  return [BREAKING_SECTION, ...Object.values(SECTIONS)].flatMap(section => {
    const group = groups.get(section)
    return group ? [[section, group] as [string, T[]]] : []
  })
}
