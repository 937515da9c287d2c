import { z } from 'zod'
import type { CodeHost, CodeHostOptions, FileDiff, HostRepository } from '#pulls/hosts/code-host.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { ownerAndName } from '#pulls/hosts/repo-name.ts'
import { nullIfMissing } from '#pulls/hosts/rest/pull-parts.ts'
import { sweepPage } from '#pulls/hosts/rest/sweep.ts'
import { MOST_DIFFED_FILES } from '#pulls/hosts/unified-diff.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type GitHubApi, openGitHubApi } from './api.ts'
import { MERGED_PULLS_QUERY, mergedPullsSchema, nextOf, PULL_QUERY, pullSchema } from './pull-query.ts'
import { pullsFromNodes } from './pulls.ts'
import { listReleaseNotes, shipmentsSince } from './releases.ts'

const ISSUE_QUERY = `
  query IssueTitle($owner: String!, $name: String!, $number: Int!) {
    repository(owner: $owner, name: $name) {
      nameWithOwner
      issue(number: $number) { title repository { nameWithOwner } }
    }
  }
`

const issueSchema = z.object({
  repository: z.object({
    nameWithOwner: z.string(),
    // Null comes with an error: there is no such issue, or the token may not read it.
    issue: z.object({ title: z.string(), repository: z.object({ nameWithOwner: z.string() }) }),
  }),
})

const repositorySchema = z.object({
  id: z.int(),
  full_name: z.string(),
  private: z.boolean(),
  default_branch: z.string().nullish(),
  description: z.string().nullish(),
})

const patchesSchema = z.array(z.object({ filename: z.string(), patch: z.string().optional() }))

const commitPatchesSchema = z.object({ files: patchesSchema.optional() })

const comparisonSchema = z.object({ ahead_by: z.int() })

/** How many pull requests a query asks for. The smaller number is used if GitHub times out, as it does with long descriptions. */
const PAGE_SIZES = [25, 5]

/**
 * Opens a client for GitHub or GitHub Enterprise Server. Uses GraphQL for pull requests, releases and tags, and REST for the rest.
 */
export function openGitHub(options: CodeHostOptions): CodeHost {
  const api = openGitHubApi(options)
  const repository = (repo: string) => readRepository(api, repo)
  return {
    host: api.host,
    repository,
    mergedPull: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const answer = await api.query(PULL_QUERY, { ...ownerAndName(repo), number }, pullSchema)
        const { pullRequest } = answer.repository
        const [pull = null] =
          pullRequest.mergedAt === null ? [] : await pullsFromNodes(api, repo, [pullRequest])
        return pull
      }),
    async mergedPulls(repo, query) {
      const { items, next } = await sweepPage(query, at => listMerged(api, repo, at))
      const { since = 0 } = query
      const wanted = items.filter(node => node.mergedAt !== null && node.mergedAt >= since)
      return { pulls: await pullsFromNodes(api, repo, wanted), next }
    },
    shipments: (repo, kind, since) => shipmentsSince(api, repo, kind, since),
    releaseNotes: repo => listReleaseNotes(api, repo),
    issueTitle: (repo, number) => nullIfMissing(repository, repo, () => issueTitle(api, repo, number)),
    diff: (repo, change) => diffOf(api, repo, change),
    async contains(repo, shipment, commit) {
      const parameters = { ...ownerAndName(repo), basehead: `${shipment.commit}...${commit}`, per_page: 1 }
      const { ahead_by } = await api.get(
        '/repos/{owner}/{name}/compare/{basehead}',
        comparisonSchema,
        parameters,
      )
      return ahead_by === 0
    },
  }
}

export async function readRepository(api: GitHubApi, repo: string): Promise<HostRepository> {
  const it = await api.get('/repos/{owner}/{name}', repositorySchema, ownerAndName(repo))
  return {
    name: it.full_name,
    id: String(it.id),
    isPrivate: it.private,
    defaultBranch: it.default_branch ?? null,
    about: it.description ?? null,
  }
}

/**
 * The title of an issue. GitHub also returns an issue under the old number that it had before it was moved, so the repository is compared.
 */
async function issueTitle(api: GitHubApi, repo: string, number: number): Promise<string | null> {
  const answer = await api.query(ISSUE_QUERY, { ...ownerAndName(repo), number }, issueSchema)
  const { nameWithOwner, issue } = answer.repository
  return issue.repository.nameWithOwner === nameWithOwner ? issue.title : null
}

async function diffOf(
  api: GitHubApi,
  repo: string,
  { number, mergeCommit }: Pick<MergedPull, 'number' | 'mergeCommit'>,
): Promise<FileDiff[]> {
  const parameters = { ...ownerAndName(repo), number, ref: mergeCommit, per_page: MOST_DIFFED_FILES }
  const files =
    number === null
      ? (await api.get('/repos/{owner}/{name}/commits/{ref}', commitPatchesSchema, parameters)).files
      : await api.get('/repos/{owner}/{name}/pulls/{number}/files', patchesSchema, parameters)
  return (files ?? []).map(({ filename, patch = '' }) => ({ path: filename, patch }))
}

async function listMerged(api: GitHubApi, repo: string, after: string | null) {
  const page = await queryInSmallerPages(api, repo, after)
  return { items: page.nodes, next: nextOf(page) }
}

async function queryInSmallerPages(
  api: GitHubApi,
  repo: string,
  after: string | null,
  [count = 1, ...smaller]: readonly number[] = PAGE_SIZES,
) {
  try {
    const answer = await api.query(
      MERGED_PULLS_QUERY,
      { ...ownerAndName(repo), count, after },
      mergedPullsSchema,
    )
    return answer.repository.pullRequests
  } catch (error) {
    const mayHelp = error instanceof HostFailure && error.reason === 'temporary' && smaller.length > 0
    if (!mayHelp) throw error
    return queryInSmallerPages(api, repo, after, smaller)
  }
}
