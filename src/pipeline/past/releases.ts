import { z } from 'zod'
import { AppError } from '#kit/app-error.ts'
import type { PastText } from './past-text.ts'

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

const TAG = /^(?:(?<product>.*?[^\d.])[@/_-])?v?(?<version>\d+\.\d.*)$/i

/** Releases as GitHub's interface lists them, also page by page in a list of lists. `invalid_parameter` for anything else. */
export function releaseTexts(document: string): PastText[] {
  const read = RELEASES.safeParse(flat(parsed(document)))
  if (!read.success)
    throw new AppError(
      'invalid_parameter',
      "This is no list of releases as GitHub's interface gives it: each has tag_name, name, body, published_at and html_url.",
      { cause: read.error },
    )
  return read.data.map(release => {
    const { product, version } = TAG.exec(release.tag_name)?.groups ?? {}
    return {
      id: null,
      product: product || null,
      name: release.name?.trim() || release.tag_name,
      version:
        version === undefined
          ? null
          : release.prerelease && !/[a-z]/i.test(version)
            ? `${version}-pre`
            : version,
      at: release.published_at ? Date.parse(release.published_at) : null,
      body: release.body ?? '',
      page: release.html_url ?? null,
      isAhead: release.draft === true,
    }
  })
}

function parsed(document: string): unknown {
  try {
    return JSON.parse(document)
  } catch (cause) {
    throw new AppError('invalid_parameter', 'The file is not JSON.', { cause })
  }
}

const flat = (value: unknown): unknown => (Array.isArray(value) ? value.flat() : value)
