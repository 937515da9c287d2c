import type { TagDate } from './release-dates.ts'

const TAG = /^(?:(?<product>.*?[^\d.])[@/_-])?v?(?<version>\d+\.\d.*)/i

/** The product and version in a tag such as `app@1.2.0`, as they are written. */
export function partsOfTag(tag: string): { product: string; version: string | null } {
  const { product = '', version = null } = TAG.exec(tag)?.groups ?? {}
  return { product, version }
}

const TRIAL = /\d(?:[-.]?(?:alpha|beta|rc|pre|dev|canary|next|nightly|snapshot|experimental)|[ab]\d+$)/i
const DAILY = /dev|canary|next|nightly|snapshot|experimental/i

/** Whether the version is an alpha, a beta, a release candidate or similar. */
export const isPrerelease = (version: string): boolean => TRIAL.test(version)

/** How final a version is: 2 for a final release, 1 for a pre-release, 0 for a daily build. */
const rankOf = (version: string): number => (!isPrerelease(version) ? 2 : DAILY.test(version) ? 0 : 1)

const { compare } = new Intl.Collator('en', { numeric: true })
const numbersOf = (version: string): string => /^[\d.]+\d/.exec(version)?.[0] ?? version

const compareVersions = (a: string, b: string): number =>
  compare(numbersOf(a), numbersOf(b)) || rankOf(a) - rankOf(b) || compare(a, b)

/**
 * The tag after which the release `tag` starts: the last one of the same product that is at least as final, because readers of a final
 * release have not read the notes of its betas. `earlier` are tags in its history. A tag without a version starts after the last one that
 * differs from it only in digits, and `nightly` or `HEAD` after the last final release. Null if there is none.
 */
export function tagBefore(tag: string, earlier: readonly TagDate[]): string | null {
  const { product, version } = partsOfTag(tag)
  const known = earlier.map(one => ({ ...one, ...partsOfTag(one.tag) }))
  const versions = known.flatMap(({ version: own, ...one }) =>
    own !== null && one.product.toLowerCase() === product.toLowerCase() ? [{ ...one, version: own }] : [],
  )
  if (version === null) {
    const shape = tag.replace(/\d+/g, '0')
    const alike = known.filter(one => one.version === null && one.tag.replace(/\d+/g, '0') === shape)
    const finals = versions.filter(one => rankOf(one.version) === 2)
    return (newest(alike) ?? newest(finals))?.tag ?? null
  }
  const candidates = versions.filter(one => rankOf(one.version) >= rankOf(version))
  const lower = candidates
    .filter(one => compareVersions(one.version, version) < 0)
    .toSorted((a, b) => compareVersions(b.version, a.version))
  // A product that started its versions over has no lower version.
  return (lower[0] ?? newest(candidates))?.tag ?? null
}

const newest = <T extends TagDate>(tags: readonly T[]): T | undefined =>
  tags.reduce<T | undefined>((last, one) => (last === undefined || one.at > last.at ? one : last), undefined)
