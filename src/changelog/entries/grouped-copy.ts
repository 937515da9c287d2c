import { HEADLINE_LIMIT } from '#judgement/copy/pitch.ts'
import { fits } from '#judgement/copy/text/graphemes.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import type { CoveredPull } from './covered-pulls.ts'
import { byWeight, inSections, SECTIONS, type Weighed } from './sections.ts'

/** One change among several that are told together: a draft, or a pull request without one. */
export interface JointChange extends Weighed {
  title: string
  body: string
  pulls: readonly CoveredPull[]
}

/** Words by rules, for a person to edit. */
export interface JointWords {
  title: string
  body: string
}

/** By what they are to become: a group, or a round-up of a span. */
export const jointWords = (changes: readonly JointChange[], span: string | null): JointWords =>
  span === null ? groupWords(changes) : roundUpWords(changes, span)

/** Of a group: the first leads, and what the others add stands below it. */
function groupWords([lead, ...others]: readonly JointChange[]): JointWords {
  if (!lead) throw new Error('A group is never empty.')
  const told = new Set([plain(lead.title)])
  const lines = others.flatMap(({ title }) => {
    if (told.has(plain(title))) return []
    told.add(plain(title))
    return [`- ${escapeMarkdown(title)}`]
  })
  return { title: lead.title, body: [lead.body, lines.join('\n')].filter(Boolean).join('\n\n') }
}

const plain = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

/**
 * Of a round-up: the greatest change leads the headline, sections by kind follow, each line with its pull requests. `span` says of
 * what: "the week of 2 March 2026", "version 2.1.0".
 */
function roundUpWords(changes: readonly JointChange[], span: string): JointWords {
  const sections = inSections(changes.toSorted(byWeight)).map(
    ([kind, those]) => `## ${SECTIONS[kind]}\n\n${mergedLines(those, isOneRepository(changes)).join('\n')}`,
  )
  const opening = `What changed in ${escapeMarkdown(span)}.`
  return { title: roundUpTitle(changes, span), body: [opening, ...sections].join('\n\n') }
}

/** The first of these that is short enough; the last always is. */
function roundUpTitle(changes: readonly JointChange[], span: string): string {
  const more = changes.length - 1
  const rest = `${more} more ${more === 1 ? 'change' : 'changes'}`
  const leads = changes.toSorted(byWeight).map(change => `${change.title}, and ${rest}`)
  const fitting = leads.slice(0, LEADS_TRIED).find(lead => fits(lead, HEADLINE_LIMIT))
  const plainly = `${changes.length} changes in ${span}`
  return fitting ?? (fits(plainly, HEADLINE_LIMIT) ? plainly : `${changes.length} changes`)
}

/** A small change that happens to have a short headline must not lead. */
const LEADS_TRIED = 3

/** Changes that say the same are one line with all their pull requests. */
function mergedLines(changes: readonly JointChange[], short: boolean): string[] {
  return [...Map.groupBy(changes, change => plain(change.title)).values()].map(same => {
    const links = same.flatMap(change => change.pulls.map(pull => linkTo(pull, short)))
    return `- ${escapeMarkdown(same[0]?.title ?? '')}${links.length > 0 ? ` (${links.join(', ')})` : ''}`
  })
}

const isOneRepository = (changes: readonly JointChange[]): boolean =>
  new Set(changes.flatMap(change => change.pulls.map(pull => pull.repo))).size < 2

function linkTo(pull: CoveredPull, short: boolean): string {
  const reference = referenceOf(pull)
  const label = escapeMarkdown(short ? reference.replace(/^.*(?=[#@])/, '').replace(/^@/, '') : reference)
  const address = pull.url?.replace(/[()<>\s]/g, character =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  )
  return address === undefined ? label : `[${label}](${address})`
}
