import { groupBySection, highestMagnitude } from '#changelog/entries/weight.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'

export const TITLE =
  '# Changelog of Tidings\n\nWhat customers would notice, as Tidings finds it in its own history.\n'

/** What `tidings preview --json` says of a merge. */
export interface Change extends Pick<Classification, 'kind' | 'magnitude' | 'confidence'> {
  title: string
  body: string
  isBreaking: boolean
}

/** Whether the first release tells of a change. Nobody knows earlier faults, so only new features count, unless their confidence is low. */
export const worthTellingFirst = ({ kind, confidence }: Change): boolean =>
  kind === 'feature' && confidence !== 'low'

/** The version after the last one by semantic versioning. Before 1.0, a breaking change counts as something new. */
export function nextVersion(last: string, changes: readonly Change[]): string {
  const [major = 0, minor = 0, patch = 0] = last.split('.').map(Number)
  const highest = changes.some(change => change.isBreaking) ? 'major' : highestMagnitude(changes)
  if (highest === 'patch') return `${major}.${minor}.${patch + 1}`
  return highest === 'major' && major > 0 ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`
}

/** The beginning of a section's heading, by which the section is found again. */
export const headingOf = (version: string): string => `## ${version} - `

export function sectionOf(version: string, day: string, changes: readonly Change[]): string {
  const groups = groupBySection(changes).map(
    ([title, those]) => `\n### ${title}\n\n${those.map(itemOf).join('')}`,
  )
  return `\n${headingOf(version)}${day}\n${groups.join('')}`
}

/** The list item of a change: title and text, or the text alone where it begins with the title, which may have been cut. */
function itemOf({ title, body }: Change): string {
  const begins = body.startsWith(title.replace(/…$/, ''))
  const [first = '', ...rest] = (begins || body === '' ? body || title : `${title}\n\n${body}`).split('\n')
  return [`- ${escapeMarkdown(first)}`, ...rest.map(line => line && `  ${escapeMarkdown(line)}`), ''].join(
    '\n',
  )
}

/** The newest section, without its heading: what a release page says. */
export function newestNotes(changelog: string): string {
  const [, section = ''] = changelog.split(/^## /m)
  return `${section.replace(/^.*\n+/, '').trimEnd()}\n`
}
