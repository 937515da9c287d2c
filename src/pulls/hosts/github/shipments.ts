import type { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import type { ReleaseNotes, Shipment, ShipmentKind } from '#pulls/hosts/code-host.ts'
import { ownerAndName } from '#pulls/hosts/rest/names.ts'
import type { GitHubApi } from './api.ts'
import { NOTES, RELEASES, TAGS } from './queries.ts'
import { notesPage, releasesPage, tagsPage } from './shapes.ts'

/** Pages of a hundred, newest first. */
const PAGES = 3

/** Oldest first. */
export async function shipmentsSince(
  api: GitHubApi,
  repo: string,
  kind: ShipmentKind,
  since: Instant,
): Promise<Shipment[]> {
  const found: Shipment[] = []
  let after: string | null = null
  for (let page = 0; page < PAGES; page++) {
    const { shipments, next }: Page = await pageOf[kind](api, repo, after)
    found.push(...shipments.filter(shipment => shipment.at >= since))
    after = next
    if (next === null || (shipments.length > 0 && shipments.every(shipment => shipment.at < since))) break
  }
  return found.sort((a, b) => a.at - b.at)
}

type Notes = z.infer<typeof notesPage>['repository']['releases']

/** Newest first. */
export async function releaseNotes(api: GitHubApi, repo: string): Promise<ReleaseNotes[]> {
  const found: ReleaseNotes[] = []
  let after: string | null = null
  for (let page = 0; page < PAGES; page++) {
    const { pageInfo, nodes }: Notes = (await ask(api, NOTES, repo, after, notesPage)).repository.releases
    found.push(
      ...nodes.map(node => ({
        tag: node.tagName,
        name: node.name ?? '',
        body: node.description ?? '',
        at: node.isDraft ? null : node.publishedAt,
        page: node.url,
        isTrial: node.isPrerelease,
      })),
    )
    after = pageInfo.endCursor
    if (!pageInfo.hasNextPage || after === null) break
  }
  return found
}

interface Page {
  shipments: Shipment[]
  next: string | null
}

const pageOf: Record<ShipmentKind, (api: GitHubApi, repo: string, after: string | null) => Promise<Page>> = {
  async release(api, repo, after) {
    const { repository } = await ask(api, RELEASES, repo, after, releasesPage)
    const { pageInfo, nodes } = repository.releases
    const shipments = nodes.flatMap(({ tagName, publishedAt, isDraft, tagCommit }) =>
      isDraft || publishedAt === null || tagCommit === null
        ? []
        : [{ tag: tagName, commit: tagCommit.oid, at: publishedAt }],
    )
    return { shipments, next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
  },
  async tag(api, repo, after) {
    const { repository } = await ask(api, TAGS, repo, after, tagsPage)
    const { pageInfo, nodes } = repository.refs
    const shipments = nodes.flatMap(({ name, target }) =>
      target === null ? [] : [{ tag: name, commit: target.oid, at: target.committedDate }],
    )
    return { shipments, next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
  },
}

const ask = <T>(api: GitHubApi, query: string, repo: string, after: string | null, schema: z.ZodType<T>) =>
  api.query(query, { ...ownerAndName(repo), after }, schema)
