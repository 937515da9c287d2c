import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import type {
  CodeHost,
  CodeHostOptions,
  HostRepository,
  ReleaseNotes,
  Shipment,
  ShipmentKind,
} from '#pulls/hosts/code-host.ts'
import { mergedPullFrom } from '#pulls/hosts/host-pull.ts'
import { ownerAndName } from '#pulls/hosts/repo-name.ts'
import { openHostClient, REQUESTS_AT_ONCE, type RestClient } from '#pulls/hosts/rest/client.ts'
import {
  fallbackIfWithheld,
  fileStatusOf,
  nullIfMissing,
  readFragments,
} from '#pulls/hosts/rest/pull-parts.ts'
import { sweepPage } from '#pulls/hosts/rest/sweep.ts'
import { hostPullFrom, pullRequestSchema, timestamp } from '#pulls/hosts/shared-schemas.ts'
import { filesOfDiff } from '#pulls/hosts/unified-diff.ts'
import { type ChangedFile, MAX_COMMITS, MAX_FILES, type MergedPull } from '#pulls/pull-request.ts'

export const pullSchema = pullRequestSchema.extend({ updated_at: timestamp })

const repositorySchema = z.object({
  id: z.int(),
  full_name: z.string(),
  private: z.boolean(),
  empty: z.boolean().optional(),
  default_branch: z.string(),
  description: z.string().nullish(),
})

const filesSchema = z.array(
  z.object({ filename: z.string(), status: z.string(), additions: z.int(), deletions: z.int() }),
)

/** Pull requests are issues too. */
const issueSchema = z.object({ title: z.string(), pull_request: z.unknown() })

const commitsSchema = z.array(z.object({ commit: z.object({ message: z.string() }) }))

const releasesSchema = z.array(
  z.object({
    tag_name: z.string(),
    name: z.string().nullish(),
    body: z.string().nullish(),
    html_url: z.string().optional(),
    published_at: timestamp,
    draft: z.boolean(),
    prerelease: z.boolean().optional(),
  }),
)

const comparisonSchema = z.object({ total_commits: z.int() })

/** How many pull requests a page has. Each of them takes two more requests. */
const PULLS_PER_PAGE = 20
/** The default maximum page size of a Forgejo server. */
const ITEMS_PER_PAGE = 50
const MAX_SHIPMENTS = 150

type RepositoryName = { host: string; repo: string }
type ForgejoPull = z.infer<typeof pullSchema>

/** The REST API of Forgejo or Gitea with the token. */
export const openForgejoApi = (options: CodeHostOptions) =>
  openHostClient(options, token => ['authorization', `token ${token}`])

/** Opens a client for Forgejo or Gitea, which share their API. */
export function openForgejo(options: CodeHostOptions): CodeHost {
  const { host, rest } = openForgejoApi(options)
  const repository = (repo: string) => readRepository(rest, repo)
  return {
    host,
    repository,
    mergedPull: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const pull = await rest.get(`${repositoryPath(repo)}/pulls/${number}`, pullSchema)
        return readMergedPull(rest, { host, repo }, pull)
      }),
    async mergedPulls(repo, query) {
      const { items, next } = await sweepPage(query, at => listClosed(rest, repo, at))
      const { since = 0 } = query
      const wanted = items.filter(pull => (pull.merged_at ?? -1) >= since)
      const records = await mapConcurrently(wanted, REQUESTS_AT_ONCE, pull =>
        readMergedPull(rest, { host, repo }, pull),
      )
      return { pulls: records.filter(record => record !== null), next }
    },
    shipments: (repo, kind, since) => shipmentsSince[kind](rest, repo, since),
    releaseNotes: repo => releaseNotes(rest, repo),
    issueTitle: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const issue = await rest.get(`${repositoryPath(repo)}/issues/${number}`, issueSchema)
        return issue.pull_request ? null : issue.title
      }),
    async diff(repo, { number, mergeCommit }) {
      const path = number === null ? `git/commits/${mergeCommit}.diff` : `pulls/${number}.diff`
      return filesOfDiff((await rest.getText(`${repositoryPath(repo)}/${path}`)) ?? '')
    },
    async contains(repo, shipment, commit) {
      const path = `${repositoryPath(repo)}/compare/${shipment.commit}...${commit}`
      const { total_commits } = await rest.get(path, comparisonSchema)
      return total_commits === 0
    },
  }
}

export async function readRepository(rest: RestClient, repo: string): Promise<HostRepository> {
  const it = await rest.get(repositoryPath(repo), repositorySchema)
  return {
    name: it.full_name,
    id: String(it.id),
    isPrivate: it.private,
    defaultBranch: it.empty ? null : it.default_branch,
    about: it.description ?? null,
  }
}

export function repositoryPath(repo: string): string {
  const { owner, name } = ownerAndName(repo)
  return `/repos/${owner}/${name}`
}

async function listClosed(rest: RestClient, repo: string, at: string | null) {
  const number = Number(at ?? 1)
  const query = { state: 'closed', sort: 'recentupdate', limit: PULLS_PER_PAGE, page: number }
  const { items, hasMore } = await rest.getPage(`${repositoryPath(repo)}/pulls`, pullSchema.array(), query)
  return {
    items: items.map(pull => ({ ...pull, updatedAt: pull.updated_at })),
    next: hasMore ? String(number + 1) : null,
  }
}

export async function readMergedPull(
  rest: RestClient,
  place: RepositoryName,
  pull: ForgejoPull,
): Promise<MergedPull | null> {
  const hostPull = hostPullFrom(pull, place)
  if (hostPull === null) return null
  const { mergeCommit: commit } = hostPull
  const path = `${repositoryPath(place.repo)}/pulls/${pull.number}`
  const inPages = { limit: ITEMS_PER_PAGE }
  const changed = await fallbackIfWithheld(() =>
    rest.getAll(`${path}/files`, filesSchema, MAX_FILES, inPages),
  )
  const files = changed.map(fileFrom)
  const plain = { ...inPages, verification: 'false', files: 'false' }
  const messages = await fallbackIfWithheld(() =>
    rest.getAll(`${path}/commits`, commitsSchema, MAX_COMMITS, plain),
  )
  return mergedPullFrom({
    ...hostPull,
    files,
    // Forgejo lists the newest commit first.
    commits: messages.map(({ commit }) => commit.message).reverse(),
    fragments: commit === null ? [] : await readFragments(files, textAt(rest, place.repo, commit)),
  })
}

const fileFrom = (file: z.infer<typeof filesSchema>[number]): ChangedFile => ({
  path: file.filename,
  additions: file.additions,
  deletions: file.deletions,
  status: fileStatusOf(file.status),
})

const textAt = (rest: RestClient, repo: string, commit: string) => (path: string) =>
  rest.getText(`${repositoryPath(repo)}/raw/${path.split('/').map(encodeURIComponent).join('/')}`, {
    ref: commit,
  })

const listReleases = (rest: RestClient, repo: string) =>
  rest.getAll(`${repositoryPath(repo)}/releases`, releasesSchema, MAX_SHIPMENTS, { limit: ITEMS_PER_PAGE })

async function releaseNotes(rest: RestClient, repo: string): Promise<ReleaseNotes[]> {
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

const tagSchema = z.object({ name: z.string(), commit: z.object({ sha: z.string(), created: timestamp }) })
const tagsSchema = z.array(tagSchema)

const listTags = (rest: RestClient, repo: string) =>
  rest.getAll(`${repositoryPath(repo)}/tags`, tagsSchema, MAX_SHIPMENTS, { limit: ITEMS_PER_PAGE })

/** The commit of a tag; null if there is no such tag any more. */
async function commitOfTag(rest: RestClient, repo: string, tag: string): Promise<string | null> {
  const path = `${repositoryPath(repo)}/tags/${encodeURIComponent(tag)}`
  const [found] = await fallbackIfWithheld(async () => [await rest.get(path, tagSchema)])
  return found?.commit.sha ?? null
}

const shipmentsSince: Record<
  ShipmentKind,
  (rest: RestClient, repo: string, since: Instant) => Promise<Shipment[]>
> = {
  async release(rest, repo, since) {
    const found = await listReleases(rest, repo)
    const wanted = found.filter(({ draft, published_at }) => !draft && published_at >= since)
    const listed = wanted.length > 1 ? await listTags(rest, repo) : []
    const commits = new Map(listed.map(({ name, commit }) => [name, commit.sha]))
    const shipments = await mapConcurrently(wanted, REQUESTS_AT_ONCE, async ({ tag_name, published_at }) => {
      const commit = commits.get(tag_name) ?? (await commitOfTag(rest, repo, tag_name))
      return commit === null ? [] : [{ tag: tag_name, commit, at: published_at }]
    })
    return shipments.flat().sort((a, b) => a.at - b.at)
  },
  async tag(rest, repo, since) {
    const found = await listTags(rest, repo)
    const shipments = found.map(({ name, commit }) => ({ tag: name, commit: commit.sha, at: commit.created }))
    return shipments.filter(({ at }) => at >= since).sort((a, b) => a.at - b.at)
  },
}
