import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import type { CodeHost, CodeHostOptions, HostRepository, Shipment } from '#pulls/hosts/code-host.ts'
import { authorizationOf } from '#pulls/hosts/host.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
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
import { optional } from '#pulls/hosts/shared-schemas.ts'
import { filesOfDiff } from '#pulls/hosts/unified-diff.ts'
import { MAX_COMMITS, MAX_FILES, type MergedPull } from '#pulls/pull-request.ts'
import { timestamp } from '../shared-schemas.ts'
import { type BitbucketPull, hostPullFrom, pullSchema, repositorySchema } from './schemas.ts'

const commitSchema = z.object({ hash: z.string(), date: timestamp, message: z.string() })

const activitySchema = z.object({
  update: optional(z.object({ state: z.string(), date: timestamp })),
})

const tagSchema = z.object({
  name: z.string(),
  target: z.object({ hash: z.string(), date: timestamp }),
})

const issueSchema = z.object({ title: z.string() })

/** How many pull requests a page has. Each of them takes three more requests. */
const PULLS_PER_PAGE = 20
const ITEMS_PER_PAGE = 100
const MAX_SHIPMENTS = 150

/** The API of Bitbucket Cloud with a token. */
export interface BitbucketApi {
  host: string
  rest: RestClient
  /** Reads a list to its end, or until `most` items are read. Each page of Bitbucket's names the address of the next. */
  list<T>(path: string, item: z.ZodType<T>, most: number, query?: Record<string, string>): Promise<T[]>
}

export function openBitbucketApi(options: CodeHostOptions): BitbucketApi {
  const { apiUrl } = options
  const name = new URL(apiUrl).host.replace(/^api\.(?=bitbucket\.org$)/, '')
  const { host, rest } = openHostClient(options, authorizationOf, name)
  return {
    host,
    rest,
    async list(path, item, most, query = {}) {
      const shape = pageOf(item)
      let page = await rest.get(path, shape, { ...query, pagelen: ITEMS_PER_PAGE })
      const found = [...page.values]
      while (page.next && found.length < most) {
        if (!page.next.startsWith(`${apiUrl}/`))
          throw new HostFailure('temporary', host, { detail: 'the next page lies elsewhere' })
        page = await rest.get(page.next.slice(apiUrl.length), shape)
        found.push(...page.values)
      }
      return found.slice(0, most)
    },
  }
}

const pageOf = <T>(item: z.ZodType<T>) => z.object({ values: z.array(item), next: optional(z.string()) })

/** Opens a client for Bitbucket Cloud. It has no releases, so tags count as such, without notes. */
export function openBitbucket(options: CodeHostOptions): CodeHost {
  const api = openBitbucketApi(options)
  const { host, rest } = api
  const repository = (repo: string) => readRepository(rest, repo)
  return {
    host,
    repository,
    mergedPull: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const pull = await rest.get(`${repositoryPath(repo)}/pullrequests/${number}`, pullSchema)
        return pull.state === 'MERGED' ? readMergedPull(api, repo, pull) : null
      }),
    async mergedPulls(repo, query) {
      const { items, next } = await sweepPage(query, at => listMerged(rest, repo, at))
      const pulls = await mapConcurrently(items, REQUESTS_AT_ONCE, pull => readMergedPull(api, repo, pull))
      return { pulls: pulls.filter(({ mergedAt }) => mergedAt >= (query.since ?? 0)), next }
    },
    shipments: (repo, _, since) => tagsSince(api, repo, since),
    releaseNotes: async () => [],
    issueTitle: (repo, number) =>
      nullIfMissing(
        repository,
        repo,
        async () => (await rest.get(`${repositoryPath(repo)}/issues/${number}`, issueSchema)).title,
      ),
    async diff(repo, { number, mergeCommit }) {
      const path = number === null ? `diff/${mergeCommit}` : `pullrequests/${number}/diff`
      return filesOfDiff((await rest.getText(`${repositoryPath(repo)}/${path}`)) ?? '')
    },
    async contains(repo, shipment, commit) {
      const ahead = { include: commit, exclude: shipment.commit, pagelen: 1 }
      const { values } = await rest.get(`${repositoryPath(repo)}/commits`, pageOf(z.unknown()), ahead)
      return values.length === 0
    },
  }
}

export async function readRepository(rest: RestClient, repo: string): Promise<HostRepository> {
  const it = await rest.get(repositoryPath(repo), repositorySchema)
  return {
    name: it.full_name,
    id: it.uuid,
    isPrivate: it.is_private !== false,
    defaultBranch: it.mainbranch?.name ?? null,
    about: it.description || null,
  }
}

export function repositoryPath(repo: string): string {
  const { owner, name } = ownerAndName(repo)
  return `/repositories/${owner}/${name}`
}

async function listMerged(rest: RestClient, repo: string, at: string | null) {
  const number = Number(at ?? 1)
  const { values, next } = await rest.get(`${repositoryPath(repo)}/pullrequests`, pageOf(pullSchema), {
    ...{ state: 'MERGED', sort: '-updated_on' },
    ...{ pagelen: PULLS_PER_PAGE, page: number },
  })
  return {
    items: values.map(pull => ({ ...pull, updatedAt: pull.updated_on })),
    next: next ? String(number + 1) : null,
  }
}

async function readMergedPull(api: BitbucketApi, repo: string, pull: BitbucketPull): Promise<MergedPull> {
  return readPull(api, repo, pull, await landingOf(api, repo, pull))
}

const file = optional(z.object({ path: z.string() }))

const diffstatSchema = z.object({
  status: z.string(),
  lines_added: z.int(),
  lines_removed: z.int(),
  old: file,
  new: file,
})

/** Reads the parts of a pull request that was merged, or would be merged, as this commit at this time. */
export async function readPull(
  { host, rest, list }: BitbucketApi,
  repo: string,
  pull: BitbucketPull,
  landed: { commit: string | null; at: Instant },
): Promise<MergedPull> {
  const path = `${repositoryPath(repo)}/pullrequests/${pull.id}`
  const changed = await fallbackIfWithheld(() => list(`${path}/diffstat`, diffstatSchema, MAX_FILES))
  const files = changed.map(it => ({
    path: it.new?.path ?? it.old?.path ?? '',
    additions: it.lines_added,
    deletions: it.lines_removed,
    status: fileStatusOf(it.status),
  }))
  const commits = await fallbackIfWithheld(() => list(`${path}/commits`, commitSchema, MAX_COMMITS))
  const { commit } = landed
  return mergedPullFrom({
    ...hostPullFrom(pull, { host, repo }, landed),
    files,
    // Bitbucket lists the newest commit first.
    commits: commits.map(({ message }) => message).reverse(),
    fragments: commit === null ? [] : await readFragments(files, textAt(rest, repo, commit)),
  })
}

const textAt = (rest: RestClient, repo: string, commit: string) => (path: string) =>
  rest.getText(`${repositoryPath(repo)}/src/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`)

/** Reads a commit by the start of its hash; null if it no longer exists, for example after a force push. */
export async function readCommit(rest: RestClient, repo: string, hash: string) {
  const [commit] = await fallbackIfWithheld(async () => [
    await rest.get(`${repositoryPath(repo)}/commit/${encodeURIComponent(hash)}`, commitSchema),
  ])
  return commit ?? null
}

/**
 * The commit that a pull request was merged as, and when. Bitbucket reports no merge time: it is that of the
 * merge commit or, after a fast-forward, which makes none, that of the pull request's activity.
 */
async function landingOf(
  { rest, list }: BitbucketApi,
  repo: string,
  { id, merge_commit, source, updated_on }: BitbucketPull,
): Promise<{ commit: string | null; at: Instant }> {
  const commit = merge_commit ? await readCommit(rest, repo, merge_commit.hash) : null
  const isOwn = commit !== null && merge_commit?.hash !== source.commit?.hash
  if (isOwn) return { commit: commit.hash, at: commit.date }
  const activity = await list(`${repositoryPath(repo)}/pullrequests/${id}/activity`, activitySchema, 100)
  const merge = activity.find(({ update }) => update?.state === 'MERGED')?.update
  return { commit: commit?.hash ?? null, at: merge?.date ?? updated_on }
}

async function tagsSince({ list }: BitbucketApi, repo: string, since: Instant): Promise<Shipment[]> {
  const newestFirst = { sort: '-target.date' }
  const tags = await list(`${repositoryPath(repo)}/refs/tags`, tagSchema, MAX_SHIPMENTS, newestFirst)
  const shipments = tags.map(({ name, target }) => ({ tag: name, commit: target.hash, at: target.date }))
  return shipments.filter(({ at }) => at >= since).sort((a, b) => a.at - b.at)
}
