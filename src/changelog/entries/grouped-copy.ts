import { HEADLINE_LIMIT } from '#judgement/copy/pitch.ts'
import { fits } from '#judgement/copy/text/graphemes.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import type { CoveredPull } from './covered-pulls.ts'
import { byImportance, groupBySection, normalized, type RankedChange, type Told, weigh } from './weight.ts'

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

/**
 * The most important change leads the title. The body lists all changes, each with its pull requests: the highlights in sections by
 * kind, then the others. `span` names what is rounded up, such as "the week of 2 March 2026".
 */
function roundUpCopy(changes: readonly GroupedChange[], span: string): GroupedCopy {
  const ranked = changes.toSorted(byImportance).map(change => ({ ...change, hasBody: change.body !== '' }))
  const { highlights, lists } = weigh(ranked)
  const short = isOneRepository(changes)
  const sections = [
    ...groupBySection(highlights),
    ...lists.map(({ title, changes: listed }) => [title, listed] as const),
  ].map(([section, told]) => `## ${section}\n\n${told.map(one => lineOf(one, short)).join('\n')}`)
  const themes = [...highlights, ...lists.flatMap(list => list.changes)].map(({ title }) => title)
  const opening = roundUpOpening(themes, span)
  return { title: roundUpTitle(themes, changes.length, span), body: [opening, ...sections].join('\n\n') }
}

/** Themes that the opening sentence names. */
const THEMES = 3
/** An opening that is longer names fewer. */
const OPENING_LIMIT = 260

/** One sentence on what a span was about: its first themes, and how many more there are. */
function roundUpOpening(themes: readonly string[], span: string): string {
  for (let named = Math.min(THEMES, themes.length); named > 0; named--) {
    const shown = themes.slice(0, named).map(title => escapeMarkdown(title))
    const more = themes.length - named
    const rest = more === 0 ? [] : [`${more} more ${more === 1 ? 'change' : 'changes'}`]
    const opening = `In ${escapeMarkdown(span)}: ${inWords([...shown, ...rest])}.`
    if (opening.length <= OPENING_LIMIT) return opening
  }
  return `What changed in ${escapeMarkdown(span)}.`
}

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join('; ')}; and ${parts.at(-1)}`

/** The first title that fits the headline limit; the last candidate always does. */
function roundUpTitle(themes: readonly string[], count: number, span: string): string {
  const more = count - 1
  const rest = `${more} more ${more === 1 ? 'change' : 'changes'}`
  const leads = themes.map(title => `${title}, and ${rest}`)
  const fitting = leads.slice(0, LEADS_TRIED).find(lead => fits(lead, HEADLINE_LIMIT))
  const plainly = `${count} changes in ${span}`
  return fitting ?? (fits(plainly, HEADLINE_LIMIT) ? plainly : `${count} changes`)
}

/** Only this many of the most important changes may lead, so that a minor one does not lead for being short. */
const LEADS_TRIED = 3

/** Changes with the same title are one line with all their pull requests. */
function lineOf({ title, pulls, others }: Told<GroupedChange>, short: boolean): string {
  const links = [...pulls, ...others.flatMap(other => other.pulls)].map(pull => linkTo(pull, short))
  return `- ${escapeMarkdown(title)}${links.length > 0 ? ` (${links.join(', ')})` : ''}`
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
