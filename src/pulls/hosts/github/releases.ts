import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import type { ReleaseNotes, Shipment, ShipmentKind } from '#pulls/hosts/code-host.ts'
import { ownerAndName } from '#pulls/hosts/repo-name.ts'
import { timestamp } from '#pulls/hosts/shared-schemas.ts'
import type { GitHubApi } from './api.ts'
import { pageInfo } from './pull-query.ts'

/** The most pages that are read, of a hundred items each, newest first. */
const MAX_PAGES = 3

const RELEASES_QUERY = `
  query Releases($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      releases(first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        pageInfo { hasNextPage endCursor }
        nodes { tagName publishedAt isDraft tagCommit { oid } }
      }
    }
  }
`

const RELEASE_NOTES_QUERY = `
  query Notes($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      releases(first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        pageInfo { hasNextPage endCursor }
        nodes { tagName name description url publishedAt isDraft isPrerelease }
      }
    }
  }
`

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

const releasesSchema = z.object({
  repository: z.object({
    releases: z.object({
      pageInfo,
      nodes: z.array(
        z.object({
          tagName: z.string(),
          publishedAt: timestamp.nullable(),
          isDraft: z.boolean(),
          tagCommit: z.object({ oid: z.string() }).nullable(),
        }),
      ),
    }),
  }),
})

const releaseNotesSchema = z.object({
  repository: z.object({
    releases: z.object({
      pageInfo,
      nodes: z.array(
        z.object({
          tagName: z.string(),
          name: z.string().nullable(),
          description: z.string().nullable(),
          url: z.string(),
          publishedAt: timestamp.nullable(),
          isDraft: z.boolean(),
          isPrerelease: z.boolean(),
        }),
      ),
    }),
  }),
})

const commit = z.object({ oid: z.string(), committedDate: timestamp })

const tagsSchema = z.object({
  repository: z.object({
    refs: z.object({
      pageInfo,
      nodes: z.array(
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
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const { shipments, next }: ShipmentPage = await shipmentPage[kind](api, repo, after)
    found.push(...shipments.filter(shipment => shipment.at >= since))
    after = next
    if (next === null || (shipments.length > 0 && shipments.every(shipment => shipment.at < since))) break
  }
  return found.sort((a, b) => a.at - b.at)
}

type ReleaseNotesConnection = z.infer<typeof releaseNotesSchema>['repository']['releases']

/** The release notes, newest first. */
export async function listReleaseNotes(api: GitHubApi, repo: string): Promise<ReleaseNotes[]> {
  const found: ReleaseNotes[] = []
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const { pageInfo, nodes }: ReleaseNotesConnection = (
      await ask(api, RELEASE_NOTES_QUERY, repo, after, releaseNotesSchema)
    ).repository.releases
    found.push(
      ...nodes.map(node => ({
        tag: node.tagName,
        name: node.name ?? '',
        body: node.description ?? '',
        at: node.isDraft ? null : node.publishedAt,
        url: node.url,
        isPrerelease: node.isPrerelease,
      })),
    )
    after = pageInfo.endCursor
    if (!pageInfo.hasNextPage || after === null) break
  }
  return found
}

interface ShipmentPage {
  shipments: Shipment[]
  next: string | null
}

const shipmentPage: Record<
  ShipmentKind,
  (api: GitHubApi, repo: string, after: string | null) => Promise<ShipmentPage>
> = {
  async release(api, repo, after) {
    const { repository } = await ask(api, RELEASES_QUERY, repo, after, releasesSchema)
    const { pageInfo, nodes } = repository.releases
    const shipments = nodes.flatMap(({ tagName, publishedAt, isDraft, tagCommit }) =>
      isDraft || publishedAt === null || tagCommit === null
        ? []
        : [{ tag: tagName, commit: tagCommit.oid, at: publishedAt }],
    )
    return { shipments, next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
  },
  async tag(api, repo, after) {
    const { repository } = await ask(api, TAGS_QUERY, repo, after, tagsSchema)
    const { pageInfo, nodes } = repository.refs
    const shipments = nodes.flatMap(({ name, target }) =>
      target === null ? [] : [{ tag: name, commit: target.oid, at: target.committedDate }],
    )
    return { shipments, next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
  },
}

const ask = <T>(api: GitHubApi, query: string, repo: string, after: string | null, schema: z.ZodType<T>) =>
  api.query(query, { ...ownerAndName(repo), after }, schema)
