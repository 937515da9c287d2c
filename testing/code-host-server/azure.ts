import { randomUUID } from 'node:crypto'
import { commentRoutes } from './comments.ts'
import { SELF, type ShownComment, type ShownPull } from './history.ts'
import { iso, type Protocol, type Reply, routesBelow, type Standing } from './protocol.ts'

const NOT_FOUND: Reply = { status: 404, body: { message: 'TF401019: The Git repository does not exist.' } }
/** The paths of a repository begin so. The first group is the organisation and the project, whose name the repository has too. */
const GIT = '/([^/]+/[^/]+)/_apis/git/repositories/[^/]+'
const REPOSITORY = '278d5cd2-584d-4b63-824a-2ba458937249'
const BEFORE = 'cd'.repeat(20)
const MOST_FILE_DIFFS = 10

/** Azure DevOps: a pull request has neither a time of its last change nor a diff, and a repository has no releases, locks or issues. */
export const azure: Protocol = {
  base: '/azure',
  page: (repo, number) => `/azure/${repo}/_git/${repo.split('/')[1]}/pullrequest/${number}`,
  lacks: ['locks', 'releases', 'update times'],
  payload: ({ repo, number, action }, more) => ({
    ...{ subscriptionId: randomUUID(), notificationId: 1, id: randomUUID(), publisherId: 'tfs' },
    eventType:
      action === 'opened' || action === 'reopened' ? 'git.pullrequest.created' : 'git.pullrequest.updated',
    resource: {
      ...{ pullRequestId: number, status: 'active', title: 'A change', isDraft: false },
      ...{ sourceRefName: 'refs/heads/change', targetRefName: 'refs/heads/main' },
      ...{
        creationDate: '2026-03-02T09:30:00.2813828Z',
        repository: repositoryOf(repo, 'https://dev.azure.com'),
      },
      ...more,
    },
    resourceContainers: {
      collection: { id: randomUUID(), baseUrl: `https://dev.azure.com/${repo.split('/')[0]}/` },
    },
    createdDate: '2026-03-02T09:30:01.2813828Z',
  }),
  headers: secret => ({ authorization: `Basic ${Buffer.from(`tidings:${secret}`).toString('base64')}` }),
  pipeline: ({ apiUrl, token, repo, number }) => ({
    TF_BUILD: 'True',
    SYSTEM_COLLECTIONURI: `${apiUrl}/${repo.split('/')[0]}/`,
    SYSTEM_TEAMPROJECT: repo.split('/')[1] ?? '',
    BUILD_REPOSITORY_NAME: repo.split('/')[1] ?? '',
    SYSTEM_PULLREQUEST_PULLREQUESTID: String(number),
    SYSTEM_ACCESSTOKEN: token,
  }),
  refused: { status: 203, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
  notFound: NOT_FOUND,
  routes: (history, standing, address) => {
    const isKnown = (name = '') =>
      !standing.isGone && [standing.name, standing.formerName].includes(decodeURIComponent(name))
    const { get, post, pull } = routesBelow({ history, begin: GIT, isKnown, notFound: NOT_FOUND })
    // An open pull request is made from a merged one and has its commit, so it is looked for first.
    const ofCommit = (commit: string) => {
      const all = history.pulls().filter(one => one.mergeCommit === commit)
      return all.find(one => one.isOpen) ?? all[0]
    }
    const at = (path: string) => new RegExp(`^${GIT}${path}$`)
    return [
      ...commentRoutes(history, standing, {
        list: at('/pullRequests/(\\d+)/threads'),
        one: at('/pullRequests/\\d+/threads/(\\d+)/comments/1'),
        edit: 'PATCH',
        isKnown,
        show: threadOf,
        textIn: body => body.content ?? body.comments[0].content,
      }),
      {
        method: 'GET',
        path: /^\/[^/]+\/_apis\/connectionData$/,
        answer: () => ({ body: { authenticatedUser: { id: idOf(SELF) } } }),
      },
      get('/pullRequests/(\\d+)/threads', ([number]) => {
        const deleted = { id: 1_000_000, isDeleted: true, comments: [] }
        return listed([deleted, ...history.comments.on(Number(number)).map(threadOf)])
      }),
      get('', () => ({ body: repositoryOf(standing.name, `${address}/azure`) })),
      get('/pullrequests', (_, { query }) => {
        const [skip, top] = [Number(query.get('$skip')), Number(query.get('$top'))]
        const from = Date.parse(query.get('searchCriteria.minTime') ?? '1970-01-01')
        const pulls = history.pulls().filter(({ isOpen, mergedAt }) => !isOpen && mergedAt >= from)
        // The pull requests that were opened last come first.
        const page = pulls.sort((a, b) => b.number - a.number).slice(skip, skip + top)
        const shown = page.map(one => pullOf(one, standing, address))
        return listed(shown.map(one => ({ ...one, description: one.description.slice(0, 400) })))
      }),
      pull('/pullrequests/(\\d+)', one => ({ body: pullOf(one, standing, address) })),
      pull('/pullrequests/(\\d+)/commits', ({ commits }, { query }) => {
        const shown = commits.toReversed().map(comment => ({ commitId: 'ab'.repeat(20), comment }))
        return listed(shown.slice(0, Number(query.get('$top') ?? 100)))
      }),
      get('/diffs/commits', async (_, { query }) => {
        const [base = '', target = ''] = ['baseVersion', 'targetVersion'].map(key => query.get(key) ?? '')
        const changed = base === BEFORE ? ofCommit(target) : undefined
        const [skip, top] = [Number(query.get('$skip')), Number(query.get('$top') ?? 100)]
        const folder = { changeType: 'edit', item: { path: '/src', isFolder: true } }
        const changes = changed ? [folder, ...changed.files.flatMap(changesOf)] : []
        const commonCommit = changed ? base : await history.mergeBase(base, target)
        return { body: { commonCommit, changes: changes.slice(skip, skip + top) } }
      }),
      post('/FileDiffs', (_, { body }) => {
        const { targetVersionCommit, fileDiffParams } = JSON.parse(body)
        const changed = ofCommit(targetVersionCommit)
        if (!changed || fileDiffParams.length > MOST_FILE_DIFFS) return { status: 400, body: {} }
        return { body: fileDiffParams.map((asked: FileDiffParams) => fileDiffOf(asked, changed)) }
      }),
      get('/commits/([0-9a-f]+)', ([commitId]) => ({
        body: { commitId, comment: 'A commit', parents: [BEFORE] },
      })),
      get('/items', async (_, { query }) => {
        const commit = query.get('versionDescriptor.version') ?? ''
        const text = await history.contents(commit, query.get('path')?.slice(1) ?? '')
        return text === null ? null : { body: text }
      }),
      get('/refs', async () => {
        const tags = (await history.tags()).sort((a, b) => a.name.localeCompare(b.name))
        const shown = tags.map(({ name, commit }, at) => ({
          name: `refs/tags/${name}`,
          ...(at % 2 === 0 ? { objectId: commit } : { objectId: BEFORE, peeledObjectId: commit }),
        }))
        return listed(shown)
      }),
      post('/commitsbatch', async (_, { body }) => {
        const times = new Map((await history.tags()).map(tag => [tag.commit, tag.at]))
        const ids: string[] = JSON.parse(body).ids
        const stamp = (id: string) => ({ date: iso(times.get(id) ?? 0) })
        return listed(ids.map(commitId => ({ commitId, comment: 'A commit', committer: stamp(commitId) })))
      }),
      {
        method: 'GET',
        path: /^\/([^/]+\/[^/]+)\/_apis\/wit\/workitems\/(\d+)$/,
        answer: ([name = '', number]) => {
          const issue = isKnown(name) ? history.issues.get(Number(number)) : undefined
          const project = issue?.movedTo ? 'secret' : name.split('/')[1]
          return issue
            ? { body: { fields: { 'System.Title': issue.title, 'System.TeamProject': project } } }
            : NOT_FOUND
        },
      },
    ]
  },
}

const listed = (value: readonly unknown[]): Reply => ({ body: { count: value.length, value } })

const idOf = (name: string): string => (name === SELF ? REPOSITORY : 'd6245f20-2af8-44f4-9451-8107cb2767db')

const threadOf = ({ id, body, author }: ShownComment) => ({
  ...{ id, isDeleted: false },
  comments: [{ id: 1, parentCommentId: 0, content: body, commentType: 'text', author: { id: idOf(author) } }],
})

const repositoryOf = (name: string, site: string) => ({
  ...{ id: REPOSITORY, name: name.split('/')[1] ?? '', defaultBranch: 'refs/heads/main' },
  project: { id: randomUUID(), name: name.split('/')[1] ?? '', state: 'wellFormed', visibility: 'private' },
  remoteUrl: `${site.replace('://', '://acme@')}/${name}/_git/${name.split('/')[1]}`,
})

const pullOf = (pull: ShownPull, { name }: Standing, address: string) => ({
  ...{ pullRequestId: pull.number, codeReviewId: pull.number, status: pull.isOpen ? 'active' : 'completed' },
  ...{ title: pull.title, description: pull.body, isDraft: pull.isDraft === true },
  createdBy:
    pull.author === null ? null : { displayName: pull.author, uniqueName: `${pull.author}@example.com` },
  creationDate: iso(pull.updatedAt),
  ...(!pull.isOpen && { closedDate: iso(pull.mergedAt) }),
  ...{ sourceRefName: 'refs/heads/change', targetRefName: `refs/heads/${pull.baseBranch}`, forkSource: {} },
  labels: pull.labels.map(label => ({ id: randomUUID(), name: label, active: true })),
  lastMergeCommit: { commitId: pull.mergeCommit },
  lastMergeSourceCommit: { commitId: pull.isOpen ? pull.mergeCommit : 'ab'.repeat(20) },
  lastMergeTargetCommit: { commitId: BEFORE },
  repository: repositoryOf(name, `${address}/azure`),
})

type File = ShownPull['files'][number]

/** A renamed file is listed under its former name too. */
function changesOf({ path, status }: File) {
  const item = { gitObjectType: 'blob', path: `/${path}` }
  const former = { gitObjectType: 'blob', path: '/former name' }
  if (status === 'renamed')
    return [
      { changeType: 'edit, rename', item, sourceServerItem: former.path },
      { changeType: 'delete, sourceRename', item: former },
    ]
  return [{ changeType: { added: 'add', removed: 'delete', modified: 'edit' }[status], item }]
}

interface FileDiffParams {
  path: string
  originalPath: string
}

/** The blocks of lines that differ in a file. A file of the sample is new, removed, or changed from its first line on. */
function fileDiffOf({ path, originalPath }: FileDiffParams, { files }: ShownPull) {
  const file = files.find(one => `/${one.path}` === (path || originalPath))
  const counts = { originalLinesCount: file?.deletions ?? 0, modifiedLinesCount: file?.additions ?? 0 }
  const same = { originalLinesCount: 1, modifiedLinesCount: 1 }
  const [isNew, isGone] = [counts.originalLinesCount === 0, counts.modifiedLinesCount === 0]
  const changed = {
    changeType: isNew ? 'add' : isGone ? 'delete' : 'edit',
    ...{ originalLineNumberStart: isNew ? 0 : 1, modifiedLineNumberStart: isGone ? 0 : 1, ...counts },
  }
  const unchanged = { changeType: 'none', originalLineNumberStart: 9, modifiedLineNumberStart: 9, ...same }
  return { path, originalPath, lineDiffBlocks: isNew && isGone ? [] : [changed, unchanged] }
}
