import { z } from 'zod'
import { mapConcurrently } from '#platform/concurrency.ts'
import { chunksOf } from '#platform/iterables.ts'
import { type HostPull, mergedPullFrom } from '#pulls/hosts/host-pull.ts'
import { ownerAndName } from '#pulls/hosts/repo-name.ts'
import { REQUESTS_AT_ONCE } from '#pulls/hosts/rest/client.ts'
import { fallbackIfWithheld, fileStatusOf, fragmentPathsOf } from '#pulls/hosts/rest/pull-parts.ts'
import { firstKnown } from '#pulls/hosts/shared-schemas.ts'
import { type ChangedFile, MAX_COMMITS, MAX_FILES, type MergedPull } from '#pulls/pull-request.ts'
import type { GitHubApi } from './api.ts'
import { COMMITS_PER_QUERY, FILES_PER_QUERY, type MergedNode } from './pull-query.ts'

/** A query for the contents of `count` files, each named as `commit:path` in its own variable `e0`, `e1`, …. */
function contentsQuery(count: number): string {
  const indexes = Array.from({ length: count }, (_, index) => index)
  const variables = indexes.map(index => `$e${index}: String!`).join(', ')
  const fields = indexes.map(index => `f${index}: object(expression: $e${index}) { ... on Blob { text } }`)
  return `
    query Contents($owner: String!, $name: String!, ${variables}) {
      repository(owner: $owner, name: $name) { ${fields.join(' ')} }
    }
  `
}

const contentsSchema = z.object({
  repository: z.record(z.string(), z.object({ text: z.string().nullish() }).nullable()),
})

const filesSchema = z.array(
  z.object({ filename: z.string(), status: z.string(), additions: z.int(), deletions: z.int() }),
)

const commitsSchema = z.array(z.object({ commit: z.object({ message: z.string() }) }))

/** How many files' contents are read with one query. */
const CONTENTS_PER_QUERY = 50
const REST_PAGE = 100

/** Turns the nodes of a query into pull requests, and reads the files, commits and fragments that the query left out. */
export async function pullsFromNodes(
  api: GitHubApi,
  repo: string,
  nodes: readonly MergedNode[],
): Promise<MergedPull[]> {
  const pulls = await mapConcurrently(nodes, REQUESTS_AT_ONCE, node => completePull(api, repo, node))
  const fragments = await fragmentsOf(api, repo, pulls)
  return pulls.map(pull => mergedPullFrom({ ...pull, fragments: fragments.get(pull.number) ?? [] }))
}

type CompletePull = HostPull & { files: readonly ChangedFile[] }

async function completePull(api: GitHubApi, repo: string, node: MergedNode): Promise<CompletePull> {
  const { author } = node
  return {
    host: api.host,
    repo,
    number: node.number,
    title: node.title,
    body: node.body,
    author: author && { name: loginOf(author), isBot: author.__typename === 'Bot' },
    labels: node.labels.map(label => label.name),
    baseBranch: node.baseRefName,
    headBranch: node.isCrossRepository === false ? (node.headRefName ?? null) : null,
    mergeCommit: node.mergeCommit?.oid ?? null,
    mergedAt: firstKnown(node.mergedAt, node.updatedAt),
    changedAt: node.updatedAt,
    url: node.url,
    files: await filesOf(api, repo, node),
    filesChanged: node.changedFiles,
    additions: node.additions,
    deletions: node.deletions,
    linkedIssues: node.closingIssuesReferences.map(({ number, repository }) =>
      repository.nameWithOwner.toLowerCase() === repo.toLowerCase()
        ? `#${number}`
        : `${repository.nameWithOwner}#${number}`,
    ),
    commits: await commitsOf(api, repo, node),
  }
}

/** GraphQL omits the `[bot]` suffix that the REST API and webhooks have. */
export const loginOf = ({ __typename, login }: { __typename: string; login: string }) =>
  __typename === 'Bot' && !login.endsWith('[bot]') ? `${login}[bot]` : login

/** The files of a pull request. If there are very many, GraphQL lists none, so they are read from the REST API. */
async function filesOf(api: GitHubApi, repo: string, node: MergedNode): Promise<ChangedFile[]> {
  const isWhole = node.files.length >= Math.min(node.changedFiles, FILES_PER_QUERY + 1)
  const files = node.files.map(({ changeType, ...file }) => ({ ...file, status: fileStatusOf(changeType) }))
  return isWhole ? files : fallbackIfWithheld(() => listedFiles(api, repo, node), files)
}

async function listedFiles(api: GitHubApi, repo: string, { number }: MergedNode): Promise<ChangedFile[]> {
  const files = await listAll(api, repo, number, 'files', filesSchema, MAX_FILES)
  return files.map(({ filename, status, additions, deletions }) => ({
    path: filename,
    additions,
    deletions,
    status: fileStatusOf(status),
  }))
}

async function commitsOf(api: GitHubApi, repo: string, node: MergedNode): Promise<string[]> {
  const first = (node.commits.nodes ?? []).flatMap(one => (one === null ? [] : [one.commit.message]))
  if (node.commits.totalCount <= COMMITS_PER_QUERY) return first
  return fallbackIfWithheld(async () => {
    const all = await listAll(api, repo, node.number, 'commits', commitsSchema, MAX_COMMITS)
    return all.map(({ commit }) => commit.message)
  }, first)
}

async function listAll<T>(
  api: GitHubApi,
  repo: string,
  number: number,
  what: 'files' | 'commits',
  schema: Parameters<typeof api.get<T[]>>[1],
  most: number,
): Promise<T[]> {
  const found: T[] = []
  for (let page = 1; found.length < most; page++) {
    const parameters = { ...ownerAndName(repo), number, page, per_page: REST_PAGE }
    const items = await api.get(`/repos/{owner}/{name}/pulls/{number}/${what}`, schema, parameters)
    found.push(...items)
    if (items.length < REST_PAGE) break
  }
  return found.slice(0, most)
}

/** The contents of the pull requests' change fragments at their merge commits, by pull request number. */
async function fragmentsOf(api: GitHubApi, repo: string, pulls: readonly CompletePull[]) {
  const wanted = pulls.flatMap(({ number, mergeCommit, files }) =>
    (mergeCommit === null ? [] : fragmentPathsOf(files)).map(path => ({
      number,
      path,
      expression: `${mergeCommit}:${path}`,
    })),
  )
  const found = new Map<number, { path: string; text: string }[]>()
  for (const batch of chunksOf(wanted, CONTENTS_PER_QUERY)) {
    const expressions = batch.map(one => one.expression)
    const texts = await contentsOf(api, repo, expressions)
    for (const [index, { number, path }] of batch.entries()) {
      const text = texts[index]
      if (typeof text === 'string') found.set(number, [...(found.get(number) ?? []), { path, text }])
    }
  }
  return found
}

async function contentsOf(api: GitHubApi, repo: string, expressions: readonly string[]) {
  const variables = Object.fromEntries(expressions.map((expression, index) => [`e${index}`, expression]))
  const query = contentsQuery(expressions.length)
  const { repository } = await api.query(query, { ...ownerAndName(repo), ...variables }, contentsSchema)
  return expressions.map((_, index) => repository[`f${index}`]?.text)
}
