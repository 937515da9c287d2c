import { randomUUID } from 'node:crypto'
import { hmacHex } from '#testing/webhook-payloads.ts'
import { commentRoutes } from './comments.ts'
import { patchOf, SELF, type ShownComment, type ShownPull } from './history.ts'
import { iso, NOT_FOUND, type Protocol, pageOf, type Standing } from './protocol.ts'

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
    const found = (name: string | undefined, number: string | undefined) =>
      isKnown(name) ? history.pull(Number(number)) : undefined
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
        path: new RegExp(`^${REPOSITORY}/issues/(\\d+)/comments$`),
        answer: ([name, number]) =>
          isKnown(name) ? { body: history.comments.on(Number(number)).map(commentOf) } : NOT_FOUND,
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}$`),
        answer: ([name]) => {
          const location = `${address}/api/v1/repos/${standing.name}`
          if (name === standing.formerName) return { status: 307, headers: { location }, body: {} }
          return isKnown(name) ? { body: repositoryOf(standing, address) } : NOT_FOUND
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/pulls$`),
        answer: ([name], asked) => {
          if (!isKnown(name)) return NOT_FOUND
          const pulls = history.pulls().flatMap(pull => [pull, refused(pull)])
          const { items, headers } = pageOf(pulls, asked, 'limit', MOST)
          return { headers, body: items.map(pull => pullOf(pull, standing, address)) }
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/pulls/(\\d+)$`),
        answer: ([name, number]) => {
          const pull = found(name, number)
          return pull ? { body: pullOf(pull, standing, address) } : NOT_FOUND
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/pulls/(\\d+)/files$`),
        answer: ([name, number], asked) => {
          const pull = found(name, number)
          if (!pull) return NOT_FOUND
          const { items, headers } = pageOf(pull.files, asked, 'limit', MOST)
          return { headers, body: items.map(fileOf) }
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/pulls/(\\d+)/commits$`),
        answer: ([name, number], asked) => {
          const pull = found(name, number)
          if (!pull) return NOT_FOUND
          const { items, headers } = pageOf(pull.commits.toReversed(), asked, 'limit', MOST)
          return { headers, body: items.map(message => ({ sha: 'ab'.repeat(20), commit: { message } })) }
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/pulls/(\\d+)\\.diff$`),
        answer: ([name, number]) => {
          const pull = found(name, number)
          return pull ? { body: diffOf(pull) } : NOT_FOUND
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/git/commits/([0-9a-f]+)\\.diff$`),
        answer: ([name, commit]) => {
          const pull = isKnown(name) ? history.pulls().find(one => one.mergeCommit === commit) : undefined
          return pull ? { body: diffOf(pull) } : NOT_FOUND
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/issues/(\\d+)$`),
        answer: ([name, number]) => {
          const pull = found(name, number)
          const issue = isKnown(name) ? history.issues.get(Number(number)) : undefined
          if (pull) return { body: { title: pull.title, pull_request: { merged: true } } }
          return issue ? { body: { title: issue.title, pull_request: null } } : NOT_FOUND
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/raw/(.+)$`),
        answer: async ([name, path = ''], { query }) => {
          const text = isKnown(name)
            ? await history.contents(query.get('ref') ?? '', decodeURIComponent(path))
            : null
          return text === null ? NOT_FOUND : { body: text }
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/(releases|tags)$`),
        answer: async ([name, what], asked) => {
          if (!isKnown(name)) return NOT_FOUND
          const { items, headers } = pageOf(await history.tags(), asked, 'limit', MOST)
          const body = items.map(tag =>
            what === 'tags'
              ? tagOf(tag)
              : {
                  ...{ tag_name: tag.name, published_at: iso(tag.at), draft: false },
                  ...{ name: `Release ${tag.name}`, body: `What ${tag.name} brings` },
                  html_url: `${address}/${name}/releases/tag/${tag.name}`,
                },
          )
          return { headers, body }
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/tags/([^/]+)$`),
        answer: async ([name, tag]) => {
          const own = isKnown(name) ? (await history.tags()).find(one => one.name === tag) : undefined
          return own ? { body: tagOf(own) } : NOT_FOUND
        },
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}/compare/([0-9a-f]+)\\.\\.\\.([0-9a-f]+)$`),
        answer: async ([name, from = '', to = '']) =>
          isKnown(name) ? { body: { total_commits: await history.ahead(from, to), commits: [] } } : NOT_FOUND,
      },
    ]
  },
}

const idOf = (name: string): number => (name === SELF ? 9 : 1)

const commentOf = ({ id, body, author }: ShownComment) => ({
  ...{ id, body },
  user: { id: idOf(author), login: author },
})

const diffOf = ({ files }: ShownPull): string =>
  files
    .map(
      ({ path }) =>
        `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n${patchOf(path)}`,
    )
    .join('')

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
