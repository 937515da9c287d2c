import { schema as published } from '@octokit/graphql-schema'
import { buildSchema, execute, GraphQLError, parse, validate } from 'graphql'
import { type History, SELF, type ShownPull } from './history.ts'
import { iso, type Reply, type Standing } from './protocol.ts'

let schema: ReturnType<typeof buildSchema> | undefined
/** The schema that GitHub publishes. A query that does not fit it is answered with errors, as by GitHub. */
const gitHubSchema = () => {
  schema ??= buildSchema(published.idl, { assumeValid: true })
  return schema
}

export async function askGraphql(
  history: History,
  standing: Standing,
  address: string,
  { query, variables }: { query: string; variables: Record<string, unknown> },
): Promise<Reply> {
  const document = parse(query)
  const faults = validate(gitHubSchema(), document)
  if (faults.length > 0) return { body: { errors: faults.map(({ message }) => ({ message })) } }
  const result = await execute({
    schema: gitHubSchema(),
    document,
    variableValues: variables,
    rootValue: {
      viewer: { login: SELF },
      repository: (asked: Named) => repositoryOf(history, standing, address, asked),
    },
  })
  const errors = result.errors?.map(({ message, path, extensions }) => ({
    type: extensions.type,
    path,
    message,
  }))
  return { body: { data: result.data, ...(errors && { errors }) } }
}

interface Named {
  owner: string
  name: string
}

interface Paged {
  first: number
  after?: string | null
}

const notFound = (what: string) =>
  new GraphQLError(`Could not resolve to ${what}.`, { extensions: { type: 'NOT_FOUND' } })

function repositoryOf(history: History, standing: Standing, address: string, { owner, name }: Named) {
  const asked = `${owner}/${name}`
  if (standing.isGone || (asked !== standing.name && asked !== standing.formerName))
    throw notFound('a Repository')
  return {
    nameWithOwner: standing.name,
    pullRequest({ number }: { number: number }) {
      const pull = history.pull(number)
      if (!pull) throw notFound('a PullRequest')
      const comments = (paged: Paged) => commentsOn(history, number, paged)
      return { ...nodeOf(pull, standing, address), comments }
    },
    issue({ number }: { number: number }) {
      const issue = history.issues.get(number)
      if (!issue) throw notFound('an Issue')
      if (issue.isForbidden) throw forbidden()
      return { title: issue.title, repository: { nameWithOwner: issue.movedTo ?? standing.name } }
    },
    pullRequests: (paged: Paged) => {
      const { nodes, pageInfo } = connection(history.pulls(), paged, pull => [pull.updatedAt, pull.number])
      return { pageInfo, nodes: nodes.map(pull => nodeOf(pull, standing, address)) }
    },
    async object({ expression }: { expression: string }) {
      const [commit = '', path = ''] = expression.split(/:(.*)/s)
      const text = await history.contents(commit, path)
      return text === null ? null : { __typename: 'Blob', text, isBinary: false }
    },
    async releases(paged: Paged) {
      const { nodes, pageInfo } = connection(await history.tags(), paged, tag => [tag.at, 0])
      const shown = nodes.map(tag => ({
        tagName: tag.name,
        publishedAt: iso(tag.at),
        isDraft: false,
        isPrerelease: /-/.test(tag.name),
        name: `Release ${tag.name}`,
        description: `What ${tag.name} brings`,
        url: `${address}/${standing.name}/releases/tag/${tag.name}`,
        tagCommit: { oid: tag.commit },
      }))
      return { pageInfo, nodes: shown }
    },
    async refs(paged: Paged) {
      const { nodes, pageInfo } = connection(await history.tags(), paged, tag => [tag.at, 0])
      const shown = nodes.map((tag, index) => ({ name: tag.name, target: targetOf(tag, index % 2 === 0) }))
      return { pageInfo, nodes: shown }
    },
  }
}

/** The comments on a pull request. Here the login of an app lacks the suffix `[bot]`, which it has where the app asks who it is. */
function commentsOn({ comments }: History, number: number, paged: Paged) {
  const { nodes, pageInfo } = connection(comments.on(number), paged, ({ id }) => [-id, 0])
  const shown = nodes.map(({ id, body, author }) => ({
    databaseId: id,
    body,
    author: { __typename: author.endsWith('[bot]') ? 'Bot' : 'User', login: author.replace('[bot]', '') },
  }))
  return { pageInfo, nodes: shown }
}

/** The target of a tag. An annotated tag is an object of its own, which points to the commit. */
function targetOf({ commit, at }: { commit: string; at: number }, isAnnotated: boolean) {
  const target = { __typename: 'Commit', oid: commit, committedDate: iso(at) }
  return isAnnotated ? { __typename: 'Tag', oid: 'ab'.repeat(20), target } : target
}

/** One page of a list. As on GitHub, a cursor holds the last item's place in the order, so it is still good after that item has moved. */
function connection<T>(items: readonly T[], { first, after }: Paged, keyOf: (item: T) => [number, number]) {
  const [at, tie] = after ? after.split(' ').map(Number) : [Infinity, 0]
  const rest = items.filter(item => isBehind(keyOf(item), [at ?? 0, tie ?? 0]))
  const nodes = rest.slice(0, first)
  const last = nodes.at(-1)
  const endCursor = last === undefined ? null : keyOf(last).join(' ')
  return { nodes, pageInfo: { hasNextPage: first < rest.length, endCursor } }
}

const isBehind = ([at, tie]: [number, number], [place, placeTie]: [number, number]) =>
  at < place || (at === place && tie < placeTie)

const nodeOf = (pull: ShownPull, { name }: Standing, address: string) => ({
  ...pull,
  url: `${address}/${name}/pull/${pull.number}`,
  mergedAt: pull.isOpen ? null : iso(pull.mergedAt),
  state: pull.isOpen ? 'OPEN' : 'MERGED',
  isDraft: pull.isDraft === true,
  locked: pull.isLocked === true,
  headRefOid: pull.mergeCommit,
  updatedAt: iso(pull.updatedAt),
  baseRefName: pull.baseBranch,
  headRefName: `topic-${pull.number}`,
  isCrossRepository: true,
  changedFiles: pull.filesChanged,
  author: pull.author && { __typename: pull.author.endsWith('[bot]') ? 'Bot' : 'User', login: pull.author },
  mergeCommit: pull.isOpen ? null : { oid: pull.mergeCommit },
  labels: { nodes: pull.labels.map(label => ({ name: label })) },
  files: ({ first }: Paged) => ({
    nodes: pull.files
      .slice(0, first)
      .map(({ status, ...file }) => ({ ...file, changeType: CHANGES[status] })),
  }),
  commits: ({ first }: Paged) => ({
    totalCount: pull.commits.length,
    nodes: pull.commits.slice(0, first).map(message => ({ commit: { message } })),
  }),
  closingIssuesReferences: {
    nodes: pull.sidebar.map(issue => (issue === HIDDEN ? forbidden() : issueOf(issue, name))),
  },
})

const issueOf = (issue: string, name: string) => ({
  number: Number(issue.split('#')[1]),
  repository: { nameWithOwner: issue.split('#')[0] || name },
})

/** Stands in `sidebar` for a linked issue that the token may not read. */
export const HIDDEN = 'hidden'

const forbidden = () =>
  new GraphQLError('Resource protected by organization SAML enforcement.', {
    extensions: { type: 'FORBIDDEN' },
  })

const CHANGES = { added: 'ADDED', modified: 'MODIFIED', removed: 'DELETED', renamed: 'RENAMED' }
