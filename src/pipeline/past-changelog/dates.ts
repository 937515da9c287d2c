import type { Instant } from '#platform/clock.ts'
import { readChangelog } from '#pulls/changelog-sources/past-releases.ts'
import type { CommittedLine, TagDate } from '#pulls/changelog-sources/release-dates.ts'
import type { PastText } from './releases.ts'
import { readTag } from './releases.ts'

type Release = Pick<PastText, 'product' | 'name' | 'version'>

/** When the tag of a release was made; null where none names it, or several do for different products. */
export function tagDateOf({ product, version }: Release, tags: readonly TagDate[]): Instant | null {
  if (version === null) return null
  const fitting = tags
    .map(({ tag, at }) => ({ ...readTag(tag), at }))
    .filter(tag => tag.version === version.toLowerCase())
  const of = (name: string) => fitting.find(tag => tag.product === name)
  const own = (product && of(lastOf(product))) || of('')
  const only = fitting.length === 1 ? fitting[0] : undefined
  return (own ?? only)?.at ?? null
}

const lastOf = (product: string): string => product.toLowerCase().split('/').at(-1) ?? ''

const HEADING = /^ {0,3}#{1,4}\s/
const UNDERLINE = /^ {0,3}(?:=+|-{3,})\s*$/

/**
 * When each release got its heading in the changelog. A commit that wrote several headings moved or imported them and tells nothing, and
 * so does a heading that stands there twice.
 */
export function headingDates(lines: readonly CommittedLine[]): (release: Release) => Instant | null {
  const headings = lines.flatMap((line, at) => {
    const next = lines[at + 1]?.text ?? ''
    if (!HEADING.test(line.text) && !UNDERLINE.test(next)) return []
    const [release] = readChangelog(`${line.text}\n${UNDERLINE.test(next) ? next : ''}\n`).releases
    return release ? [{ ...line, key: keyOf(release) }] : []
  })
  const byCommit = Map.groupBy(headings, heading => heading.commit)
  const byKey = Map.groupBy(headings, heading => heading.key)
  return release => {
    const [heading, another] = byKey.get(keyOf(release)) ?? []
    if (!heading || another || (byCommit.get(heading.commit)?.length ?? 0) > 1) return null
    return heading.at
  }
}

const keyOf = ({ version, name }: Pick<Release, 'version' | 'name'>): string =>
  (version ?? name).toLowerCase()
