import { randomUUID } from 'node:crypto'
import { hmacHex } from '#testing/webhook-payloads.ts'
import { commentRoutes } from './comments.ts'
import { diffOf, SELF, type ShownComment, type ShownPull } from './history.ts'
import { type Asked, iso, type Protocol, type Reply, routesBelow, type Standing } from './protocol.ts'

const NOT_FOUND: Reply = { status: 404, body: { type: 'error', error: { message: 'Resource not found' } } }
const REPOSITORY = '/repositories/([^/]+/[^/]+)'
const UUID = '{1d29d34f-f8a1-4c3d-8269-f5d46bb6ca43}'
/** The pull request that is merged by a fast-forward: its newest commit, made a day before the merge, is the merge commit. */
const FAST_FORWARD = 3
const DAY = 86_400_000

const ACTIONS: Record<string, string> = {
  opened: 'pullrequest:created',
  reopened: 'pullrequest:created',
  merged: 'pullrequest:fulfilled',
}

/** Bitbucket Cloud: it has no labels, no releases and no locks, cuts hashes to twelve digits, and names the next page in the body. */
export const bitbucket: Protocol = {
  base: '/2.0',
  page: (repo, number) => `/${repo}/pull-requests/${number}`,
  lacks: ['locks', 'releases', 'pipeline address'],
  payload: ({ repo, number }, more) => ({
    repository: repositoryOf(repo, 'https://bitbucket.example'),
    actor: personOf('ann'),
    pullrequest: {
      ...{ id: number, type: 'pullrequest', title: 'A change', state: 'OPEN', draft: false, ...more },
      ...{ source: placeOf('change', 'ab'), destination: placeOf('main', 'cd') },
      ...{ merge_commit: null, updated_on: '2026-03-02T09:30:00.675990+00:00' },
      links: { html: { href: `https://bitbucket.example/${repo}/pull-requests/${number}` } },
    },
  }),
  headers: (secret, body, action) => ({
    'x-event-key': ACTIONS[action] ?? 'pullrequest:updated',
    'x-request-uuid': randomUUID(),
    'x-attempt-number': '1',
    'x-hub-signature': `sha256=${hmacHex(secret, body)}`,
  }),
  pipeline: ({ token, repo, number }) => ({
    BITBUCKET_PIPELINE_UUID: randomUUID(),
    BITBUCKET_REPO_FULL_NAME: repo,
    BITBUCKET_PR_ID: String(number),
    BITBUCKET_TOKEN: token,
  }),
  notFound: NOT_FOUND,
  routes: (history, standing, address) => {
    const isKnown = (name: string | undefined) => !standing.isGone && name === standing.name
    const { get, pull } = routesBelow({ history, begin: REPOSITORY, isKnown, notFound: NOT_FOUND })
    const list = (items: readonly unknown[], asked: Asked, most = 100) => pageOf(items, asked, most, address)
    return [
      ...commentRoutes(history, standing, {
        list: new RegExp(`^${REPOSITORY}/pullrequests/(\\d+)/comments$`),
        one: new RegExp(`^${REPOSITORY}/pullrequests/(\\d+)/comments/(\\d+)$`),
        edit: 'PUT',
        isKnown,
        show: commentOf,
        textIn: body => body.content.raw,
      }),
      { method: 'GET', path: /^\/user$/, answer: () => ({ body: personOf(SELF) }) },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}$`),
        answer: ([name]) => {
          const location = `${address}/2.0/repositories/${standing.name}`
          if (name === standing.formerName) return { status: 301, headers: { location }, body: {} }
          return isKnown(name) ? { body: repositoryOf(standing.name, address) } : NOT_FOUND
        },
      },
      get('/pullrequests/(\\d+)/comments', ([number], asked) => {
        const deleted = { ...commentOf({ id: 0, on: 0, author: SELF, body: '' }), deleted: true }
        return list([deleted, ...history.comments.on(Number(number)).map(commentOf)], asked)
      }),
      get('/pullrequests', (_, asked) => {
        const merged = history.pulls().filter(({ isOpen }) => !isOpen)
        const shown = merged.map(one => pullOf(one, standing, address))
        return list(shown, asked, 50)
      }),
      pull('/pullrequests/(\\d+)', one => ({ body: pullOf(one, standing, address) })),
      pull('/pullrequests/(\\d+)/(diffstat|diff)', ({ number, mergeCommit }, { query }, [what]) => {
        const asked = new URLSearchParams(query)
        asked.set('from_pullrequest_id', String(number))
        const spec = `${standing.name}:${mergeCommit?.slice(0, 12)}%0D${'cd'.repeat(6)}`
        const location = `${address}/2.0/repositories/${standing.name}/${what}/${spec}?${asked}`
        return { status: 302, headers: { location }, body: {} }
      }),
      get('/(diffstat|diff)/(.+)', ([what, spec], asked) => {
        const number = asked.query.get('from_pullrequest_id')
        const shown = number === null ? history.pullAt(spec) : history.pull(Number(number))
        return shown && (what === 'diff' ? { body: diffOf(shown) } : list(shown.files.map(fileOf), asked))
      }),
      pull('/pullrequests/(\\d+)/commits', (one, asked) => {
        const commits = one.commits.toReversed().map(message => commitOf('ab'.repeat(20), one, message))
        return list(commits, asked)
      }),
      pull('/pullrequests/(\\d+)/activity', ({ mergedAt }, asked) => {
        const states = [
          { state: 'MERGED', date: stamp(mergedAt) },
          { state: 'OPEN', date: stamp(mergedAt - DAY) },
        ]
        return list([{ approval: { user: personOf('ann') } }, ...states.map(update => ({ update }))], asked)
      }),
      get('/commit/([0-9a-f]+)', ([hash = '']) => {
        const merged = history.pulls().find(({ mergeCommit }) => mergeCommit?.startsWith(hash))
        return merged && { body: commitOf(merged.mergeCommit ?? '', merged, merged.title) }
      }),
      get('/commits', async (_, asked) => {
        const [include = '', exclude = ''] = ['include', 'exclude'].map(key => asked.query.get(key) ?? '')
        return list(Array(await history.ahead(exclude, include)).fill({ type: 'commit' }), asked)
      }),
      get('/issues/(\\d+)', ([number]) => {
        const issue = history.issues.get(Number(number))
        return issue && { body: { title: issue.title, kind: 'bug' } }
      }),
      get('/src/([0-9a-f]+)/(.+)', async ([commit = '', path = '']) => {
        const text = await history.contents(commit, decodeURIComponent(path))
        return text === null ? null : { body: text }
      }),
      get('/refs/tags', async (_, asked) => {
        const shown = (await history.tags()).map(tag => ({
          ...{ type: 'tag', name: tag.name, date: stamp(tag.at) },
          target: { type: 'commit', hash: tag.commit, date: stamp(tag.at) },
        }))
        return list(shown, asked)
      }),
    ]
  },
}

const stamp = (at: number): string => iso(at).replace('Z', '+00:00')

function pageOf(items: readonly unknown[], asked: Asked, most: number, address: string): Reply {
  const pagelen = Math.min(Number(asked.query.get('pagelen') ?? 10), most)
  const page = Number(asked.query.get('page') ?? 1)
  const query = new URLSearchParams(asked.query)
  query.set('page', String(page + 1))
  const next = page * pagelen < items.length && { next: `${address}${asked.path}?${query}` }
  return { body: { values: items.slice((page - 1) * pagelen, page * pagelen), pagelen, page, ...next } }
}

const personOf = (name: string) => ({
  ...{ display_name: name, nickname: name, type: 'user' },
  uuid: name === SELF ? '{9}' : '{1}',
})

const commentOf = ({ id, body, author }: ShownComment) => ({
  ...{ id, type: 'pullrequest_comment', deleted: false, pending: false },
  ...{ content: { type: 'rendered', raw: body, markup: 'markdown' }, user: personOf(author) },
})

const repositoryOf = (name: string, address: string) => ({
  ...{ type: 'repository', uuid: UUID, full_name: name, is_private: true, scm: 'git' },
  ...{ mainbranch: { type: 'branch', name: 'main' }, links: { html: { href: `${address}/${name}` } } },
})

const placeOf = (branch: string, hash: string) => ({
  ...{ branch: { name: branch }, commit: { type: 'commit', hash }, repository: { uuid: UUID } },
})

const commitOf = (hash: string, { number, mergedAt }: ShownPull, message: string) => ({
  ...{ type: 'commit', hash, message },
  date: stamp(number === FAST_FORWARD ? mergedAt - DAY : mergedAt),
})

function pullOf(pull: ShownPull, { name }: Standing, address: string) {
  const hash = pull.mergeCommit?.slice(0, 12) ?? ''
  const isHead = pull.isOpen || pull.number === FAST_FORWARD
  // The source branch of a merged pull request is deleted, as people often choose.
  const source = { ...placeOf('', isHead ? hash : 'ab'.repeat(6)), ...(!pull.isOpen && { branch: null }) }
  return {
    ...{ type: 'pullrequest', id: pull.number, title: pull.title, description: pull.body },
    summary: { type: 'rendered', raw: pull.body, markup: 'markdown', html: '' },
    ...{ state: pull.isOpen ? 'OPEN' : 'MERGED', draft: pull.isDraft === true },
    author: pull.author === null ? null : personOf(pull.author),
    ...{ source: { ...source, repository: null }, destination: placeOf(pull.baseBranch ?? 'main', 'cd') },
    merge_commit: pull.isOpen ? null : { type: 'commit', hash },
    ...{ close_source_branch: true, reason: '', updated_on: stamp(pull.updatedAt) },
    links: { html: { href: `${address}/${name}/pull-requests/${pull.number}` } },
  }
}

const fileOf = ({ path, additions, deletions, status }: ShownPull['files'][number]) => ({
  ...{ type: 'diffstat', status, lines_added: additions, lines_removed: deletions },
  old: status === 'added' ? null : { path, type: 'commit_file' },
  new: status === 'removed' ? null : { path, type: 'commit_file' },
})
