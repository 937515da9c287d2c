import { randomUUID } from 'node:crypto'
import { commentRoutes } from './comments.ts'
import { SELF, type ShownComment, type ShownPull } from './history.ts'
import { type Asked, iso, type Protocol, pageOf, routesBelow, type Standing } from './protocol.ts'

const MOST = 100
const NOT_FOUND = { status: 404, body: { message: '404 Project Not Found' } }
const PROJECT = '/projects/([^/]+)'

const ACTIONS: Record<string, string> = {
  opened: 'open',
  reopened: 'reopen',
  synchronize: 'update',
  edited: 'update',
  ready_for_review: 'update',
}

/** GitLab, served under a path of its own, as an installation may be. */
export const gitlab: Protocol = {
  base: '/gitlab/api/v4',
  page: (repo, number) => `/gitlab/${repo}/-/merge_requests/${number}`,
  payload: ({ repo, number, action }, more) => ({
    object_kind: 'merge_request',
    project: { id: 7, path_with_namespace: repo, web_url: `https://gitlab.example/${repo}` },
    object_attributes: { iid: number, state: 'opened', action: ACTIONS[action] ?? action },
    changes: action === 'ready_for_review' ? { draft: { previous: true, current: false } } : {},
    ...more,
  }),
  headers: secret => ({ 'x-gitlab-token': secret, 'x-gitlab-event-uuid': randomUUID() }),
  pipeline: ({ apiUrl, token, repo, number }) => ({
    GITLAB_CI: 'true',
    CI_API_V4_URL: apiUrl,
    CI_PROJECT_PATH: 'ann/fork',
    CI_MERGE_REQUEST_PROJECT_PATH: repo,
    CI_MERGE_REQUEST_IID: String(number),
    GITLAB_TOKEN: token,
  }),
  notFound: NOT_FOUND,
  routes: (history, standing, address) => {
    const isKnown = (name = '') => !standing.isGone && decodeURIComponent(name) === standing.name
    const { get, pull } = routesBelow({ history, begin: PROJECT, isKnown, notFound: NOT_FOUND })
    const list = <T>(items: readonly T[], asked: Asked, show: (item: T) => unknown) =>
      pageOf(items, asked, 'per_page', MOST, show)
    return [
      ...commentRoutes(history, standing, {
        list: new RegExp(`^${PROJECT}/merge_requests/(\\d+)/notes$`),
        one: new RegExp(`^${PROJECT}/merge_requests/(\\d+)/notes/(\\d+)$`),
        edit: 'PUT',
        isKnown,
        show: noteOf,
      }),
      { method: 'GET', path: /^\/user$/, answer: () => ({ body: { id: idOf(SELF), username: SELF } }) },
      {
        method: 'GET',
        path: new RegExp(`^${PROJECT}$`),
        answer: ([name = '']) => {
          if (decodeURIComponent(name) === standing.formerName) {
            const location = `${address}/gitlab/api/v4/projects/${encodeURIComponent(standing.name)}`
            return { status: 301, headers: { location }, body: {} }
          }
          return isKnown(name) ? { body: projectOf(standing, address) } : NOT_FOUND
        },
      },
      get('/merge_requests/(\\d+)/notes', ([number], asked) =>
        list(history.comments.on(Number(number)), asked, noteOf),
      ),
      get('/merge_requests', (_, asked) => {
        const after = Date.parse(asked.query.get('updated_after') ?? '1970-01-01')
        const pulls = history.pulls().filter(({ updatedAt }) => updatedAt >= after)
        return list(pulls, asked, one => requestOf(one, standing, address))
      }),
      pull('/merge_requests/(\\d+)', one => ({ body: requestOf(one, standing, address) })),
      pull('/merge_requests/(\\d+)/diffs', ({ files }, asked) => list(files, asked, diffOf)),
      get('/repository/commits/([0-9a-f]+)/diff', ([commit], asked) => {
        const merged = history.pullAt(commit)
        return merged && list(merged.files, asked, diffOf)
      }),
      get('/issues/(\\d+)', ([number]) => {
        const issue = history.issues.get(Number(number))
        return issue && { body: { title: issue.title, confidential: issue.isConfidential === true } }
      }),
      pull('/merge_requests/(\\d+)/commits', ({ commits }, asked) =>
        list(commits.toReversed(), asked, message => ({ id: 'ab'.repeat(20), title: message, message })),
      ),
      get('/repository/files/([^/]+)/raw', async ([path = ''], { query }) => {
        const text = await history.contents(query.get('ref') ?? '', decodeURIComponent(path))
        return text === null ? null : { body: text }
      }),
      get('/repository/tags', async (_, asked) =>
        list(await history.tags(), asked, tag => ({ name: tag.name, commit: commitOf(tag) })),
      ),
      get('/releases', async (_, asked) =>
        list(await history.tags(), asked, tag => ({
          ...{ tag_name: tag.name, released_at: iso(tag.at), commit: commitOf(tag) },
          ...{ name: `Release ${tag.name}`, description: `What ${tag.name} brings` },
          _links: { self: `${address}/gitlab/${standing.name}/-/releases/${tag.name}` },
        })),
      ),
      get('/repository/merge_base', async (_, { query }) => {
        const [one = '', other = ''] = query.getAll('refs[]')
        return { body: { id: await history.mergeBase(one, other) } }
      }),
    ]
  },
}

const commitOf = ({ commit, at }: { commit: string; at: number }) => ({ id: commit, committed_date: iso(at) })

const idOf = (name: string): number => (name === SELF ? 9 : 1)

const noteOf = ({ id, body, author }: ShownComment) => ({
  ...{ id, body, system: false },
  author: { id: idOf(author), username: author },
})

const projectOf = ({ name }: Standing, address: string) => ({
  id: 7,
  path_with_namespace: name,
  web_url: `${address}/gitlab/${name}`,
  visibility: 'private',
  default_branch: 'main',
})

const requestOf = (pull: ShownPull, { name }: Standing, address: string) => ({
  id: 1_000 + pull.number,
  iid: pull.number,
  title: pull.title,
  description: pull.body,
  state: pull.isOpen ? 'opened' : 'merged',
  draft: pull.isDraft === true,
  discussion_locked: pull.isLocked === true ? true : null,
  author: pull.author === null ? null : { id: 1, username: pull.author },
  labels: pull.labels,
  target_branch: pull.baseBranch,
  merge_commit_sha: pull.number % 2 === 0 && !pull.isOpen ? pull.mergeCommit : null,
  squash_commit_sha: null,
  sha: pull.number % 2 === 0 && !pull.isOpen ? 'ab'.repeat(20) : pull.mergeCommit,
  merged_at: pull.isOpen ? null : new Date(pull.mergedAt).toISOString(),
  updated_at: new Date(pull.updatedAt).toISOString(),
  web_url: `${address}/gitlab/${name}/-/merge_requests/${pull.number}`,
})

/** A diff with the right number of changed lines, each of which looks like a line of a diff's header. */
const diffOf = ({ path, additions, deletions, status }: ShownPull['files'][number]) => ({
  old_path: path,
  new_path: path,
  new_file: status === 'added',
  renamed_file: status === 'renamed',
  deleted_file: status === 'removed',
  diff: `@@ -1,${deletions} +1,${additions} @@\n${'--- a\n'.repeat(deletions)}${'+++ b\n'.repeat(additions)} same\n`,
})
