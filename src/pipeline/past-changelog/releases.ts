import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import type { ReleaseNotes } from '#pulls/hosts/code-host.ts'
import type { PastText } from './release-text.ts'

/** Of GitHub's `GET /repos/{owner}/{repo}/releases`, what is read. */
const RELEASES = z.array(
  z.object({
    tag_name: z.string(),
    name: z.string().nullish(),
    body: z.string().nullish(),
    draft: z.boolean().optional(),
    prerelease: z.boolean().optional(),
    published_at: z.iso.datetime({ offset: true }).nullish(),
    html_url: z.url({ protocol: /^https?$/ }).optional(),
  }),
)

const TAG = /^(?:(?<product>.*?[^\d.])[@/_-])?v?(?<version>\d+\.\d.*)/i

/** The version that a tag names, and of which product: `app@1.2.0`; both in lower case. */
export function readTag(tag: string): { product: string; version: string | null } {
  const { product = '', version = null } = TAG.exec(tag)?.groups ?? {}
  return { product: product.toLowerCase().split('/').at(-1) ?? '', version: version?.toLowerCase() ?? null }
}

/** Releases as a code host tells them. */
export const releaseTexts = (notes: readonly ReleaseNotes[]): PastText[] =>
  notes.map(({ tag, name, body, at, url, isPrerelease }) => {
    const { product, version } = TAG.exec(tag)?.groups ?? {}
    return {
      id: null,
      product: product || null,
      name: name.trim() || tag,
      version:
        version === undefined ? null : isPrerelease && !/[a-z]/i.test(version) ? `${version}-pre` : version,
      at,
      body,
      page: /^https?:/.test(url ?? '') ? url : null,
      isUnreleased: at === null,
    }
  })

/** Releases as GitHub's interface lists them, also page by page in a list of lists. `invalid_parameter` for anything else. */
export function releasesFrom(document: string): ReleaseNotes[] {
  const read = RELEASES.safeParse(flat(parsed(document)))
  if (!read.success)
    throw new AppError(
      'invalid_parameter',
      "This is no list of releases as GitHub's interface gives it: each has tag_name, name, body, published_at and html_url.",
      { cause: read.error },
    )
  return read.data.map(release => ({
    tag: release.tag_name,
    name: release.name ?? '',
    body: release.body ?? '',
    at: release.published_at && !release.draft ? Date.parse(release.published_at) : null,
    url: release.html_url ?? null,
    isPrerelease: release.prerelease === true,
  }))
}

function parsed(document: string): unknown {
  try {
    return JSON.parse(document)
  } catch (cause) {
    throw new AppError('invalid_parameter', 'The file is not JSON.', { cause })
  }
}

const flat = (value: unknown): unknown => (Array.isArray(value) ? value.flat() : value)
