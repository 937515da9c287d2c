import type { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import {
  type CodeHost,
  type CodeHostOptions,
  DEFAULT_RETRY_TIMING,
  type ReleaseNotes,
  type Shipment,
  type ShipmentKind,
} from '#pulls/hosts/code-host.ts'
import { ownerAndName } from '#pulls/hosts/host-address.ts'
import { mergedPullFrom } from '#pulls/hosts/host-pull.ts'
import { authorised, openRest, REQUESTS_AT_ONCE, type Rest } from '#pulls/hosts/rest/client.ts'
import { fileStatusOf, ifThere, readFragments, unlessWithheld } from '#pulls/hosts/rest/pull-parts.ts'
import { sweepPage } from '#pulls/hosts/rest/sweep.ts'
import { hostPullFrom } from '#pulls/hosts/shared-schemas.ts'
import { type ChangedFile, MAX_COMMITS, MAX_FILES, type MergedPull } from '#pulls/pull-request.ts'
import {
  commits,
  comparison,
  files as filesShape,
  forgejoPull,
  oneTag,
  releases,
  repositoryShape,
  tags,
} from './schemas.ts'

/** Pull requests of one page: each takes two questions more. */
const PAGE = 20
/** The most that a server gives unless it was told otherwise. */
const LIST_PAGE = 50
const SHIPMENTS_READ = 150

type Place = { host: string; repo: string }
type ForgejoPull = z.infer<typeof forgejoPull>

/** Forgejo and Gitea, which share their API. */
export function openForgejo(options: CodeHostOptions): CodeHost {
  const { apiUrl, clock, retryTiming = DEFAULT_RETRY_TIMING } = options
  const { host } = new URL(apiUrl)
  const fetch = authorised(options.fetch, options.token, token => ['authorization', `token ${token}`])
  const rest = openRest({ apiUrl, host, fetch, clock, retryTiming })
  const repository = async (repo: string) => {
    const it = await rest.one(repositoryOf(repo), repositoryShape)
    return {
      name: it.full_name,
      id: String(it.id),
      url: it.html_url,
      isPrivate: it.private,
      defaultBranch: it.empty ? null : it.default_branch,
    }
  }
  return {
    host,
    repository,
    mergedPull: (repo, number) =>
      ifThere(
        async () => {
          const pull = await rest.one(`${repositoryOf(repo)}/pulls/${number}`, forgejoPull)
          return recordFrom(rest, { host, repo }, pull)
        },
        () => repository(repo),
      ),
    async mergedPulls(repo, query) {
      const { items, next } = await sweepPage(query, at => listClosed(rest, repo, at))
      const { since = 0 } = query
      const wanted = items.filter(pull => (pull.merged_at ?? -1) >= since)
      const records = await mapConcurrently(wanted, REQUESTS_AT_ONCE, pull =>
        recordFrom(rest, { host, repo }, pull),
      )
      return { pulls: records.filter(record => record !== null), next }
    },
    shipments: (repo, kind, since) => shipmentsSince[kind](rest, repo, since),
    releaseNotes: repo => releaseNotes(rest, repo),
    async contains(repo, shipment, commit) {
      const path = `${repositoryOf(repo)}/compare/${shipment.commit}...${commit}`
      const { total_commits } = await rest.one(path, comparison)
      return total_commits === 0
    },
  }
}

function repositoryOf(repo: string): string {
  const { owner, name } = ownerAndName(repo)
  return `/repos/${owner}/${name}`
}

async function listClosed(rest: Rest, repo: string, at: string | null) {
  const number = Number(at ?? 1)
  const query = { state: 'closed', sort: 'recentupdate', limit: PAGE, page: number }
  const { items, hasMore } = await rest.page(`${repositoryOf(repo)}/pulls`, forgejoPull.array(), query)
  return {
    items: items.map(pull => ({ ...pull, updatedAt: pull.updated_at })),
    next: hasMore ? String(number + 1) : null,
  }
}

async function recordFrom(rest: Rest, place: Place, pull: ForgejoPull): Promise<MergedPull | null> {
  const told = hostPullFrom(pull, place)
  if (told === null) return null
  const { mergeCommit: commit } = told
  const path = `${repositoryOf(place.repo)}/pulls/${pull.number}`
  const inPages = { limit: LIST_PAGE }
  const changed = await unlessWithheld(() => rest.all(`${path}/files`, filesShape, MAX_FILES, inPages))
  const files = changed.map(fileFrom)
  const plain = { ...inPages, verification: 'false', files: 'false' }
  const messages = await unlessWithheld(() => rest.all(`${path}/commits`, commits, MAX_COMMITS, plain))
  return mergedPullFrom({
    ...told,
    files,
    // It lists the newest first.
    commits: messages.map(({ commit }) => commit.message).reverse(),
    fragments: commit === null ? [] : await readFragments(files, textAt(rest, place.repo, commit)),
  })
}

const fileFrom = (file: z.infer<typeof filesShape>[number]): ChangedFile => ({
  path: file.filename,
  additions: file.additions,
  deletions: file.deletions,
  status: fileStatusOf(file.status),
})

const textAt = (rest: Rest, repo: string, commit: string) => (path: string) =>
  rest.text(`${repositoryOf(repo)}/raw/${path.split('/').map(encodeURIComponent).join('/')}`, { ref: commit })

const listReleases = (rest: Rest, repo: string) =>
  rest.all(`${repositoryOf(repo)}/releases`, releases, SHIPMENTS_READ, { limit: LIST_PAGE })

async function releaseNotes(rest: Rest, repo: string): Promise<ReleaseNotes[]> {
  const found = await listReleases(rest, repo)
  return found.map(release => ({
    tag: release.tag_name,
    name: release.name ?? '',
    body: release.body ?? '',
    at: release.draft ? null : release.published_at,
    url: release.html_url ?? null,
    isPrerelease: release.prerelease === true,
  }))
}

const listTags = (rest: Rest, repo: string) =>
  rest.all(`${repositoryOf(repo)}/tags`, tags, SHIPMENTS_READ, { limit: LIST_PAGE })

async function commitOfTag(rest: Rest, repo: string, tag: string): Promise<string> {
  const { commit } = await rest.one(`${repositoryOf(repo)}/tags/${encodeURIComponent(tag)}`, oneTag)
  return commit.sha
}

const shipmentsSince: Record<
  ShipmentKind,
  (rest: Rest, repo: string, since: Instant) => Promise<Shipment[]>
> = {
  async release(rest, repo, since) {
    const found = await listReleases(rest, repo)
    const wanted = found.filter(({ draft, published_at }) => !draft && published_at >= since)
    const listed = wanted.length > 1 ? await listTags(rest, repo) : []
    const commits = new Map(listed.map(({ name, commit }) => [name, commit.sha]))
    const shipments = await mapConcurrently(wanted, REQUESTS_AT_ONCE, async ({ tag_name, published_at }) => ({
      tag: tag_name,
      commit: commits.get(tag_name) ?? (await commitOfTag(rest, repo, tag_name)),
      at: published_at,
    }))
    return shipments.sort((a, b) => a.at - b.at)
  },
  async tag(rest, repo, since) {
    const found = await listTags(rest, repo)
    const shipments = found.map(({ name, commit }) => ({ tag: name, commit: commit.sha, at: commit.created }))
    return shipments.filter(({ at }) => at >= since).sort((a, b) => a.at - b.at)
  },
}
