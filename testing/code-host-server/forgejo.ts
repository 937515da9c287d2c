import { randomUUID } from 'node:crypto'
import { hmacHex } from '#testing/webhook-payloads.ts'
import { commentRoutes } from './comments.ts'
import { diffOf, SELF, type ShownComment, type ShownPull } from './history.ts'
import { type Asked, iso, NOT_FOUND, type Protocol, pageOf, routesBelow, type Standing } from './protocol.ts'

/** The most items that a server returns on a page, unless configured otherwise. */
const MOST = 50
const REPOSITORY = '/repos/([^/]+/[^/]+)'

const ACTIONS: Record<string, string> = { synchronize: 'synchronized', ready_for_review: 'edited' }

export const forgejo: Protocol = {
  base: '/api/v1',
  page: (repo, number) => `/${repo}/pulls/${number}`,
  payload: ({ repo, number, action }, more) => ({
    action: ACTIONS[action] ?? action,
    repository: { id: 7, full_name: repo },
    pull_request: { number, state: 'open', merged: false, ...more },
  }),
  headers: (secret, body) => ({
    'x-forgejo-event': 'pull_request',
    'x-forgejo-delivery': randomUUID(),
    'x-forgejo-signature': hmacHex(secret, body),
  }),
  pipeline: ({ token }) => ({ FORGEJO_ACTIONS: 'true', GITHUB_TOKEN: token }),
  notFound: NOT_FOUND,
  routes: (history, standing, address) => {
    const isKnown = (name: string | undefined) => !standing.isGone && name === standing.name
    const { get, pull } = routesBelow({ history, begin: REPOSITORY, isKnown, notFound: NOT_FOUND })
    const list = <T>(items: readonly T[], asked: Asked, show: (item: T) => unknown) =>
      pageOf(items, asked, 'limit', MOST, show)
    return [
      ...commentRoutes(history, standing, {
        list: new RegExp(`^${REPOSITORY}/issues/(\\d+)/comments$`),
        one: new RegExp(`^${REPOSITORY}/issues/comments/(\\d+)$`),
        edit: 'PATCH',
        isKnown,
        show: commentOf,
      }),
      { method: 'GET', path: /^\/user$/, answer: () => ({ body: { id: idOf(SELF), login: SELF } }) },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}$`),
        answer: ([name]) => {
          const location = `${address}/api/v1/repos/${standing.name}`
          if (name === standing.formerName) return { status: 307, headers: { location }, body: {} }
          return isKnown(name) ? { body: repositoryOf(standing, address) } : NOT_FOUND
        },
      },
      get('/issues/(\\d+)/comments', ([number]) => ({
        body: history.comments.on(Number(number)).map(commentOf),
      })),
      get('/pulls', (_, asked) => {
        const pulls = history.pulls().flatMap(one => [one, refused(one)])
        return list(pulls, asked, one => pullOf(one, standing, address))
      }),
      pull('/pulls/(\\d+)', one => ({ body: pullOf(one, standing, address) })),
      pull('/pulls/(\\d+)/files', ({ files }, asked) => list(files, asked, fileOf)),
      pull('/pulls/(\\d+)/commits', ({ commits }, asked) =>
        list(commits.toReversed(), asked, message => ({ sha: 'ab'.repeat(20), commit: { message } })),
      ),
      pull('/pulls/(\\d+)\\.diff', one => ({ body: diffOf(one) })),
      get('/git/commits/([0-9a-f]+)\\.diff', ([commit]) => {
        const merged = history.pullAt(commit)
        return merged && { body: diffOf(merged) }
      }),
      get('/issues/(\\d+)', ([number]) => {
        const same = history.pull(Number(number))
        const issue = history.issues.get(Number(number))
        if (same) return { body: { title: same.title, pull_request: { merged: true } } }
        return issue && { body: { title: issue.title, pull_request: null } }
      }),
      get('/raw/(.+)', async ([path = ''], { query }) => {
        const text = await history.contents(query.get('ref') ?? '', decodeURIComponent(path))
        return text === null ? null : { body: text }
      }),
      get('/tags', async (_, asked) => list(await history.tags(), asked, tagOf)),
      get('/releases', async (_, asked) =>
        list(await history.tags(), asked, tag => ({
          ...{ tag_name: tag.name, published_at: iso(tag.at), draft: false },
          ...{ name: `Release ${tag.name}`, body: `What ${tag.name} brings` },
          html_url: `${address}/${standing.name}/releases/tag/${tag.name}`,
        })),
      ),
      get('/tags/([^/]+)', async ([name]) => {
        const own = (await history.tags()).find(one => one.name === name)
        return own && { body: tagOf(own) }
      }),
      get('/compare/([0-9a-f]+)\\.\\.\\.([0-9a-f]+)', async ([from = '', to = '']) => ({
        body: { total_commits: await history.ahead(from, to), commits: [] },
      })),
    ]
  },
}

const idOf = (name: string): number => (name === SELF ? 9 : 1)

const commentOf = ({ id, body, author }: ShownComment) => ({
  ...{ id, body },
  user: { id: idOf(author), login: author },
})

const tagOf = ({ name, commit, at }: { name: string; commit: string; at: number }) => ({
  name,
  commit: { sha: commit, created: iso(at) },
})

const repositoryOf = ({ name }: Standing, address: string) => ({
  id: 7,
  full_name: name,
  html_url: `${address}/${name}`,
  private: true,
  empty: false,
  default_branch: 'main',
})

/** A pull request that was closed without a merge. The list has one beside each pull request of the history. */
const refused = (pull: ShownPull): ShownPull & { isRefused: true } => ({
  ...pull,
  number: pull.number + 1_000_000,
  isRefused: true,
})

const pullOf = (pull: ShownPull & { isRefused?: true }, { name }: Standing, address: string) => ({
  number: pull.number,
  title: pull.title,
  body: pull.body,
  html_url: `${address}/${name}/pulls/${pull.number}`,
  user: pull.author === null ? null : { id: 1, login: pull.author },
  labels: pull.labels.map(label => ({ name: label })),
  state: pull.isOpen ? 'open' : 'closed',
  draft: pull.isDraft === true,
  is_locked: pull.isLocked === true,
  merged: !pull.isRefused && !pull.isOpen,
  merged_at: pull.isRefused || pull.isOpen ? null : iso(pull.mergedAt),
  merge_commit_sha: pull.isRefused || pull.isOpen ? null : pull.mergeCommit,
  head: { sha: pull.mergeCommit },
  base: { ref: pull.baseBranch },
  additions: pull.additions,
  deletions: pull.deletions,
  changed_files: pull.filesChanged,
  updated_at: iso(pull.updatedAt),
})

const fileOf = ({ path, additions, deletions, status }: ShownPull['files'][number]) => ({
  filename: path,
  status: { added: 'added', removed: 'deleted', renamed: 'renamed', modified: 'changed' }[status],
  additions,
  deletions,
  changes: additions + deletions,
})
