import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import type { ReleaseNotes, Shipment, ShipmentKind } from '#pulls/hosts/code-host.ts'
import { ownerAndName } from '#pulls/hosts/repo-name.ts'
import { timestamp } from '#pulls/hosts/shared-schemas.ts'
import type { GitHubApi } from './api.ts'
import { connectionOf, pagesOf } from './pull-query.ts'

/** The most pages that are read, of a hundred items each, newest first. */
const MAX_PAGES = 3

/** Long notes make GitHub time out, so they are requested only where they are read. */
const releasesQuery = (fields: string): string => `
  query Releases($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      releases(first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        pageInfo { hasNextPage endCursor }
        nodes { ${fields} }
      }
    }
  }
`

const COMMIT_FIELDS = 'tagName publishedAt isDraft tagCommit { oid }'

const releaseWithCommit = z.object({
  tagName: z.string(),
  publishedAt: timestamp.nullable(),
  isDraft: z.boolean(),
  tagCommit: z.object({ oid: z.string() }).nullable(),
})

const NOTES_FIELDS = 'tagName name description url publishedAt isDraft isPrerelease'

const releaseWithNotes = z.object({
  tagName: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  url: z.string(),
  publishedAt: timestamp.nullable(),
  isDraft: z.boolean(),
  isPrerelease: z.boolean(),
})

const TAGS_QUERY = `
  query Tags($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      refs(
        refPrefix: "refs/tags/"
        first: 100
        after: $after
        orderBy: { field: TAG_COMMIT_DATE, direction: DESC }
      ) {
        pageInfo { hasNextPage endCursor }
        nodes {
          name
          target {
            ... on Commit { oid committedDate }
            ... on Tag { target { ... on Commit { oid committedDate } } }
          }
        }
      }
    }
  }
`

const commit = z.object({ oid: z.string(), committedDate: timestamp })

const tagsSchema = z.object({
  repository: z.object({
    refs: connectionOf(
      z.object({
        name: z.string(),
        // A tag may also point to a tree or a blob, which ships nothing.
        target: z
          .union([commit, z.object({ target: commit }).transform(tag => tag.target)])
          .nullable()
          .catch(null),
      }),
    ),
  }),
})

/** The releases or tags at or after `since`, oldest first. */
export async function shipmentsSince(
  api: GitHubApi,
  repo: string,
  kind: ShipmentKind,
  since: Instant,
): Promise<Shipment[]> {
  const found: Shipment[] = []
  for await (const shipments of shipmentPages[kind](api, repo)) {
    found.push(...shipments.filter(shipment => shipment.at >= since))
    if (shipments.length > 0 && shipments.every(shipment => shipment.at < since)) break
  }
  return found.sort((a, b) => a.at - b.at)
}

/** The release notes, newest first. */
export async function listReleaseNotes(api: GitHubApi, repo: string): Promise<ReleaseNotes[]> {
  const pages = await Array.fromAsync(releasePages(api, repo, NOTES_FIELDS, releaseWithNotes))
  return pages.flat().map(node => ({
    tag: node.tagName,
    name: node.name ?? '',
    body: node.description ?? '',
    at: node.isDraft ? null : node.publishedAt,
    url: node.url,
    isPrerelease: node.isPrerelease,
  }))
}

const shipmentPages: Record<ShipmentKind, (api: GitHubApi, repo: string) => AsyncGenerator<Shipment[]>> = {
  async *release(api, repo) {
    for await (const nodes of releasePages(api, repo, COMMIT_FIELDS, releaseWithCommit))
      yield nodes.flatMap(({ tagName, publishedAt, isDraft, tagCommit }) =>
        isDraft || publishedAt === null || tagCommit === null
          ? []
          : [{ tag: tagName, commit: tagCommit.oid, at: publishedAt }],
      )
  },
  async *tag(api, repo) {
    const pages = pagesOf(MAX_PAGES, async after => {
      const { repository } = await api.query(TAGS_QUERY, { ...ownerAndName(repo), after }, tagsSchema)
      return repository.refs
    })
    for await (const nodes of pages)
      yield nodes.flatMap(({ name, target }) =>
        target === null ? [] : [{ tag: name, commit: target.oid, at: target.committedDate }],
      )
  },
}

/** The pages of the releases with these fields, newest first. */
function releasePages<T>(
  api: GitHubApi,
  repo: string,
  fields: string,
  node: z.ZodType<T>,
): AsyncGenerator<T[]> {
  const schema = z.object({ repository: z.object({ releases: connectionOf(node) }) })
  return pagesOf(MAX_PAGES, async after => {
    const { repository } = await api.query(releasesQuery(fields), { ...ownerAndName(repo), after }, schema)
    return repository.releases
  })
}
