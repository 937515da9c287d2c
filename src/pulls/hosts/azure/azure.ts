import { z } from 'zod'
import { type Instant, isoOf } from '#platform/clock.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import { chunksOf } from '#platform/iterables.ts'
import type { CodeHost, CodeHostOptions, HostRepository, Shipment } from '#pulls/hosts/code-host.ts'
import { mergedPullFrom } from '#pulls/hosts/host-pull.ts'
import { REQUESTS_AT_ONCE } from '#pulls/hosts/rest/client.ts'
import { fallbackIfWithheld, nullIfMissing, readFragments } from '#pulls/hosts/rest/pull-parts.ts'
import { sweepPage } from '#pulls/hosts/rest/sweep.ts'
import { MAX_COMMITS, type MergedPull } from '#pulls/pull-request.ts'
import { type AzureApi, openAzureApi, partsOf } from './api.ts'
import { type CommitPair, changedFiles, compare, fileDiffs, textAt } from './changes.ts'
import {
  type AzurePull,
  branchOf,
  commitSchema,
  commitsSchema,
  hostPullFrom,
  pullSchema,
  pullsSchema,
  refsSchema,
  repositoryName,
  repositorySchema,
} from './schemas.ts'

const workItemSchema = z.object({
  fields: z.object({ 'System.Title': z.string(), 'System.TeamProject': z.string() }),
})

/** How many pull requests a page has. Each of them takes at least three more requests. */
const PULLS_PER_PAGE = 20
/** Lists truncate descriptions to this length. */
const LISTED_DESCRIPTION = 400
/** The most that a page may have. */
const TAGS_PER_PAGE = 1_000
const MAX_TAGS = 10_000
const MAX_SHIPMENTS = 150
const COMMITS_PER_REQUEST = 200

/**
 * Opens a client for Azure DevOps, in the cloud or on a server. Its repositories have no releases, so tags count as such, without notes. No
 * list is ordered by changes after a merge, so only webhooks and new backfills report these.
 */
export function openAzure(options: CodeHostOptions): CodeHost {
  const api = openAzureApi(options)
  const repository = (repo: string) => readRepository(api, repo)
  return {
    host: api.host,
    repository,
    mergedPull: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const pull = await api.get(repo, `/pullrequests/${number}`, pullSchema)
        return pull.status === 'completed' ? readPull(api, repo, pull) : null
      }),
    async mergedPulls(repo, query) {
      const { items, next } = await sweepPage(query, (at, floor) => listCompleted(api, repo, at, floor))
      const pulls = await mapConcurrently(items, REQUESTS_AT_ONCE, async pull => {
        const isCut = (pull.description?.length ?? 0) >= LISTED_DESCRIPTION
        const whole = isCut ? await api.get(repo, `/pullrequests/${pull.pullRequestId}`, pullSchema) : pull
        return readPull(api, repo, whole)
      })
      return { pulls, next }
    },
    shipments: (repo, _, since) => tagsSince(api, repo, since),
    releaseNotes: async () => [],
    issueTitle: (repo, number) => nullIfMissing(repository, repo, () => workItemTitle(api, repo, number)),
    async diff(repo, { number, mergeCommit }) {
      const pair =
        number === null
          ? await pairOfCommit(api, repo, mergeCommit ?? '')
          : pairOf(await api.get(repo, `/pullrequests/${number}`, pullSchema))
      return pair ? fileDiffs(api, repo, pair) : []
    },
    async contains(repo, shipment, commit) {
      const { commonCommit } = await compare(api, repo, { base: shipment.commit, target: commit })
      return commonCommit === commit
    },
  }
}

export async function readRepository(api: AzureApi, repo: string): Promise<HostRepository> {
  const it = await api.get(repo, '', repositorySchema)
  return {
    name: repositoryName(repo.split('/', 1).join(), it),
    id: it.id,
    isPrivate: it.project.visibility !== 'public',
    defaultBranch: it.defaultBranch ? branchOf(it.defaultBranch) : null,
    // A repository has no description of its own, so that of its project is used.
    about: it.project.description || null,
  }
}

async function listCompleted(api: AzureApi, repo: string, at: string | null, floor: Instant) {
  const skip = Number(at ?? 0)
  const { value } = await api.get(repo, '/pullrequests', pullsSchema, {
    ...{ 'searchCriteria.status': 'completed', 'searchCriteria.queryTimeRangeType': 'closed' },
    ...{ 'searchCriteria.minTime': isoOf(floor), $top: PULLS_PER_PAGE, $skip: skip },
  })
  // The list is ordered by when pull requests were opened, so a page gives only the latest close time on it.
  // All were closed after the floor.
  const updatedAt = Math.max(floor, ...value.map(({ closedDate }) => closedDate ?? 0))
  return {
    items: value.map(pull => ({ ...pull, updatedAt })),
    next: value.length < PULLS_PER_PAGE ? null : String(skip + PULLS_PER_PAGE),
  }
}

/** The two commits whose difference is the pull request, even after a rebase or a squash, and after its branch was deleted. */
function pairOf({
  lastMergeCommit,
  lastMergeSourceCommit,
  lastMergeTargetCommit,
}: AzurePull): CommitPair | null {
  const target = lastMergeCommit ?? lastMergeSourceCommit
  return target && lastMergeTargetCommit
    ? { base: lastMergeTargetCommit.commitId, target: target.commitId }
    : null
}

async function pairOfCommit(api: AzureApi, repo: string, commit: string): Promise<CommitPair | null> {
  const { parents } = await api.get(repo, `/commits/${encodeURIComponent(commit)}`, commitSchema)
  const base = parents?.[0]
  return base === undefined ? null : { base, target: commit }
}

/** Reads the parts of a pull request, by default as of the commit that it was merged as. */
export async function readPull(
  api: AzureApi,
  repo: string,
  pull: AzurePull,
  commit = pull.lastMergeCommit?.commitId ?? null,
): Promise<MergedPull> {
  const pair = pairOf(pull)
  const files = pair ? await fallbackIfWithheld(() => changedFiles(api, repo, pair)) : []
  const commits = await fallbackIfWithheld(async () => {
    const path = `/pullrequests/${pull.pullRequestId}/commits`
    return (await api.get(repo, path, commitsSchema, { $top: MAX_COMMITS })).value
  })
  return mergedPullFrom({
    ...hostPullFrom(pull, { host: api.host, repo, page: api.pageOf(repo) }, commit),
    files,
    // Azure lists the newest commit first.
    commits: commits.map(({ comment }) => comment).reverse(),
    fragments: commit === null ? [] : await readFragments(files, textAt(api, repo, commit)),
  })
}

/**
 * The title of a work item. Work items are numbered in the whole organisation, and those of other projects do not belong to the repository.
 */
async function workItemTitle({ rest }: AzureApi, repo: string, number: number): Promise<string | null> {
  const { project } = partsOf(repo)
  const query = { 'api-version': '7.1', fields: 'System.Title,System.TeamProject' }
  const { fields } = await rest.get(`${project}/_apis/wit/workitems/${number}`, workItemSchema, query)
  return fields['System.TeamProject'] === repo.split('/')[1] ? fields['System.Title'] : null
}

async function listTags(
  api: AzureApi,
  repo: string,
  most = MAX_TAGS,
  continuationToken = '',
): Promise<z.infer<typeof refsSchema>> {
  const query = { filter: 'tags/', peelTags: 'true', $top: TAGS_PER_PAGE }
  const { items, token } = await api.page(repo, '/refs', refsSchema, {
    ...query,
    ...(continuationToken && { continuationToken }),
  })
  const rest = most - items.length
  return token === null || rest <= 0 ? items : [...items, ...(await listTags(api, repo, rest, token))]
}

/** The tags since a time. They are listed by name and without times, so the times of their commits are requested too. */
async function tagsSince(api: AzureApi, repo: string, since: Instant): Promise<Shipment[]> {
  const refs = await listTags(api, repo)
  const tags = refs.map(ref => ({
    tag: ref.name.replace(/^refs\/tags\//, ''),
    commit: ref.peeledObjectId ?? ref.objectId,
  }))
  const times = new Map<string, Instant>()
  for (const ids of chunksOf([...new Set(tags.map(({ commit }) => commit))], COMMITS_PER_REQUEST)) {
    const commits = await api.query(repo, '/commitsbatch', commitsSchema, { ids, $top: ids.length })
    for (const { commitId, committer } of commits.value) if (committer) times.set(commitId, committer.date)
  }
  return tags
    .flatMap(it => ({ ...it, at: times.get(it.commit) ?? -1 }))
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at - b.at)
    .slice(-MAX_SHIPMENTS)
}
