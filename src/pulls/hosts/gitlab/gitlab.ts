import { z } from 'zod'
import { type Instant, isoOf } from '#platform/clock.ts'
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
import { bearer, openHostClient, REQUESTS_AT_ONCE, type RestClient } from '#pulls/hosts/rest/client.ts'
import { fallbackIfWithheld, nullIfMissing, readFragments } from '#pulls/hosts/rest/pull-parts.ts'
import { sweepPage } from '#pulls/hosts/rest/sweep.ts'
import { firstKnown, headBranchOf } from '#pulls/hosts/shared-schemas.ts'
import { MOST_DIFFED_FILES } from '#pulls/hosts/unified-diff.ts'
import { type ChangedFile, MAX_COMMITS, type MergedPull } from '#pulls/pull-request.ts'
import { timestamp } from '../shared-schemas.ts'
import { mergeRequestSchema } from './schemas.ts'

type MergeRequest = z.infer<typeof mergeRequestSchema>

const projectSchema = z.object({
  id: z.int(),
  path_with_namespace: z.string(),
  visibility: z.string().optional(),
  default_branch: z.string().nullish(),
  description: z.string().nullish(),
})

/** An entry of GitLab's list of diffs, which has no line counts. */
const diffSchema = z.object({
  new_path: z.string(),
  new_file: z.boolean(),
  renamed_file: z.boolean(),
  deleted_file: z.boolean(),
  /** The hunks without a file header; empty when the diff is too large to show. */
  diff: z.string(),
})

type ListedDiff = z.infer<typeof diffSchema>

const issueSchema = z.object({ title: z.string(), confidential: z.boolean() })

const commitsSchema = z.array(z.object({ message: z.string() }))

const releasesSchema = z.array(
  z.object({
    tag_name: z.string(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    released_at: timestamp,
    upcoming_release: z.boolean().optional(),
    _links: z.object({ self: z.string().optional() }).optional(),
    commit: z.object({ id: z.string() }).nullish(),
  }),
)

const tagsSchema = z.array(
  z.object({ name: z.string(), commit: z.object({ id: z.string(), committed_date: timestamp }) }),
)

const mergeBaseSchema = z.object({ id: z.string().optional() })

/** How many merge requests a page has. Each of them takes two more requests. */
const REQUESTS_PER_PAGE = 20
const ITEMS_PER_PAGE = 100
const MAX_SHIPMENTS = 300
/**
 * How many files are counted. GitLab reports no totals, so the client counts beyond the files that are stored, up to GitLab's own maximum.
 */
const MAX_FILES_COUNTED = 3_000

/** GitLab's REST API with the token. */
export const openGitLabApi = (options: CodeHostOptions) => openHostClient(options, bearer)

/** Opens a client for GitLab. A project is addressed by its full path, since groups can be nested to any depth. */
export function openGitLab(options: CodeHostOptions): CodeHost {
  const { host, rest } = openGitLabApi(options)
  const recordOf = (repo: string) => (request: MergeRequest) => readMergedPull(rest, host, repo, request)
  const repository = (repo: string) => readProject(rest, repo)
  return {
    host,
    repository,
    mergedPull: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const request = await rest.get(`${projectPath(repo)}/merge_requests/${number}`, mergeRequestSchema)
        return isMerged(request) ? recordOf(repo)(request) : null
      }),
    async mergedPulls(repo, query) {
      const { items, next } = await sweepPage(query, (at, floor) => listMerged(rest, repo, at, floor))
      const { since = 0 } = query
      const wanted = items.filter(request => isMerged(request) && (request.merged_at ?? 0) >= since)
      return { pulls: await mapConcurrently(wanted, REQUESTS_AT_ONCE, recordOf(repo)), next }
    },
    shipments: (repo, kind, since) => shipmentsSince[kind](rest, repo, since),
    releaseNotes: repo => releaseNotes(rest, repo),
    issueTitle: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const issue = await rest.get(`${projectPath(repo)}/issues/${number}`, issueSchema)
        return issue.confidential ? null : issue.title
      }),
    async diff(repo, { number, mergeCommit }) {
      const path =
        number === null ? `repository/commits/${mergeCommit}/diff` : `merge_requests/${number}/diffs`
      const query = { per_page: MOST_DIFFED_FILES }
      const { items } = await rest.getPage(`${projectPath(repo)}/${path}`, diffSchema.array(), query)
      return items.map(({ new_path, diff }) => ({ path: new_path, patch: diff }))
    },
    async contains(repo, shipment, commit) {
      const refs = { 'refs[]': [shipment.commit, commit] }
      const base = await rest.get(`${projectPath(repo)}/repository/merge_base`, mergeBaseSchema, refs)
      return base.id === commit
    },
  }
}

export const projectPath = (repo: string): string => `/projects/${encodeURIComponent(repo)}`

export async function readProject(rest: RestClient, repo: string): Promise<HostRepository> {
  const it = await rest.get(projectPath(repo), projectSchema)
  return {
    name: it.path_with_namespace,
    id: String(it.id),
    // Anonymous responses have no visibility, but they show only public projects.
    isPrivate: it.visibility !== 'public',
    defaultBranch: it.default_branch ?? null,
    about: it.description ?? null,
  }
}

/** Servers of older versions, and imports, know no time of a merge. */
const isMerged = ({ state }: MergeRequest) => state === 'merged'

async function listMerged(rest: RestClient, repo: string, at: string | null, floor: Instant) {
  const number = Number(at ?? 1)
  const { items, hasMore } = await rest.getPage(
    `${projectPath(repo)}/merge_requests`,
    mergeRequestSchema.array(),
    {
      state: 'merged',
      order_by: 'updated_at',
      sort: 'desc',
      updated_after: isoOf(floor),
      per_page: REQUESTS_PER_PAGE,
      page: number,
    },
  )
  return {
    items: items.map(request => ({ ...request, updatedAt: request.updated_at })),
    next: hasMore ? String(number + 1) : null,
  }
}

function changedFileOf(listed: ListedDiff): ChangedFile {
  const { additions, deletions } = countLines(listed.diff)
  return { path: listed.new_path, additions, deletions, status: statusOf(listed) }
}

const statusOf = ({ new_file, deleted_file, renamed_file }: ListedDiff): ChangedFile['status'] =>
  new_file ? 'added' : deleted_file ? 'removed' : renamed_file ? 'renamed' : 'modified'

/**
 * Counts the added and removed lines. The diff has hunks only, so a line that begins with `+++` or `---` is content and not a file
 * header.
 */
function countLines(diff: string): { additions: number; deletions: number } {
  let [additions, deletions] = [0, 0]
  for (let start = 0; start < diff.length; ) {
    const first = diff[start]
    if (first === '+') additions++
    else if (first === '-') deletions++
    const end = diff.indexOf('\n', start)
    start = end === -1 ? diff.length : end + 1
  }
  return { additions, deletions }
}

/** Reads the parts of a merge request. Linked issues are read only from the text. */
export async function readMergedPull(
  rest: RestClient,
  host: string,
  repo: string,
  request: MergeRequest,
): Promise<MergedPull> {
  const path = `${projectPath(repo)}/merge_requests/${request.iid}`
  const list = { per_page: ITEMS_PER_PAGE }
  const changed = await fallbackIfWithheld(() =>
    rest.getAll(`${path}/diffs`, diffSchema.array(), MAX_FILES_COUNTED, list),
  )
  const files = changed.map(changedFileOf)
  const messages = await fallbackIfWithheld(() =>
    rest.getAll(`${path}/commits`, commitsSchema, MAX_COMMITS, list),
  )
  // A fast-forward merge has no merge commit.
  const mergeCommit = request.merge_commit_sha ?? request.squash_commit_sha ?? request.sha ?? null
  return mergedPullFrom({
    host,
    repo,
    number: request.iid,
    title: request.title,
    body: request.description ?? null,
    author: request.author ? { name: request.author.username, isBot: false } : null,
    labels: request.labels,
    baseBranch: request.target_branch,
    headBranch: headBranchOf(request),
    mergeCommit,
    mergedAt: firstKnown(request.merged_at, request.updated_at),
    changedAt: request.updated_at,
    url: request.web_url,
    files,
    commits: messages.map(commit => commit.message).reverse(),
    fragments: mergeCommit === null ? [] : await readFragments(files, textAt(rest, repo, mergeCommit)),
  })
}

const textAt = (rest: RestClient, repo: string, commit: string) => (path: string) =>
  rest.getText(`${projectPath(repo)}/repository/files/${encodeURIComponent(path)}/raw`, { ref: commit })

const listReleases = (rest: RestClient, repo: string) =>
  rest.getAll(`${projectPath(repo)}/releases`, releasesSchema, MAX_SHIPMENTS, {
    order_by: 'released_at',
    sort: 'desc',
    per_page: ITEMS_PER_PAGE,
  })

async function releaseNotes(rest: RestClient, repo: string): Promise<ReleaseNotes[]> {
  const found = await listReleases(rest, repo)
  return found.map(release => ({
    tag: release.tag_name,
    name: release.name ?? '',
    body: release.description ?? '',
    at: release.upcoming_release ? null : release.released_at,
    url: release._links?.self ?? null,
    isPrerelease: false,
  }))
}

const shipmentsSince: Record<
  ShipmentKind,
  (rest: RestClient, repo: string, since: Instant) => Promise<Shipment[]>
> = {
  async release(rest, repo, since) {
    const found = await listReleases(rest, repo)
    const shipments = found.flatMap(({ tag_name, released_at, upcoming_release, commit }) =>
      commit && !upcoming_release ? [{ tag: tag_name, commit: commit.id, at: released_at }] : [],
    )
    return shipments.filter(({ at }) => at >= since).reverse()
  },
  async tag(rest, repo, since) {
    const query = { order_by: 'updated', sort: 'desc', per_page: ITEMS_PER_PAGE }
    const found = await rest.getAll(`${projectPath(repo)}/repository/tags`, tagsSchema, MAX_SHIPMENTS, query)
    const shipments = found.map(({ name, commit }) => ({
      tag: name,
      commit: commit.id,
      at: commit.committed_date,
    }))
    return shipments.filter(({ at }) => at >= since).sort((a, b) => a.at - b.at)
  },
}
