import { randomUUID } from 'node:crypto'
import { hmacHex } from '#testing/webhook-payloads.ts'
import { commentRoutes } from './comments.ts'
import { askGraphql } from './github-graphql.ts'
import { patchOf } from './history.ts'
import { NOT_FOUND, type Protocol, pageOf, routesBelow, type Standing } from './protocol.ts'

const MOST = 100
const REPOSITORY = '/v3/repos/([^/]+/[^/]+)'

export const github: Protocol = {
  base: '/api',
  api: '/api/v3',
  page: (repo, number) => `/${repo}/pull/${number}`,
  payload: ({ repo, number, action }, more) => ({
    action,
    repository: { id: 7, full_name: repo },
    pull_request: { number, state: 'open', merged: false, merged_at: null, ...more },
  }),
  headers: (secret, body) => ({
    'x-github-event': 'pull_request',
    'x-github-delivery': randomUUID(),
    'x-hub-signature-256': `sha256=${hmacHex(secret, body)}`,
  }),
  pipeline: ({ token }) => ({ GITHUB_TOKEN: token }),
  notFound: NOT_FOUND,
  routes: (history, standing, address) => {
    const { name, formerName, isGone } = standing
    const isKnown = (asked: string | undefined) => !isGone && (asked === name || asked === formerName)
    const { get, pull } = routesBelow({ history, begin: REPOSITORY, isKnown, notFound: NOT_FOUND })
    return [
      ...commentRoutes(history, standing, {
        list: new RegExp(`^${REPOSITORY}/issues/(\\d+)/comments$`),
        one: new RegExp(`^${REPOSITORY}/issues/comments/(\\d+)$`),
        edit: 'PATCH',
        isKnown,
        show: ({ id, body }) => ({ id, body }),
      }),
      {
        method: 'POST',
        path: /^\/graphql$/,
        answer: async (_, { body }) => askGraphql(history, standing, address, JSON.parse(body)),
      },
      {
        method: 'GET',
        path: new RegExp(`^${REPOSITORY}$`),
        answer: ([asked]) => {
          if (asked === formerName)
            return { status: 301, headers: { location: `${address}/api/v3/repositories/7` }, body: {} }
          return isKnown(asked) ? { body: repositoryOf(standing, address) } : NOT_FOUND
        },
      },
      {
        method: 'GET',
        path: /^\/v3\/repositories\/7$/,
        answer: () => (isGone ? NOT_FOUND : { body: repositoryOf(standing, address) }),
      },
      pull('/pulls/(\\d+)/files', ({ files }, asked) =>
        pageOf(files, asked, 'per_page', MOST, ({ path, ...file }) => ({
          filename: path,
          changes: file.additions + file.deletions,
          patch: patchOf(path),
          ...file,
        })),
      ),
      pull('/pulls/(\\d+)/commits', ({ commits }, asked) =>
        pageOf(commits, asked, 'per_page', MOST, message => ({
          sha: 'ab'.repeat(20),
          commit: { message },
        })),
      ),
      get('/commits/([0-9a-f]+)', ([commit]) => {
        const merged = history.pullAt(commit)
        const files = merged?.files.map(({ path }) => ({ filename: path, patch: patchOf(path) }))
        return files && { body: { files } }
      }),
      get('/compare/([0-9a-f]+)\\.\\.\\.([0-9a-f]+)', async ([from = '', to = '']) => {
        const [ahead, behind] = [await history.ahead(from, to), await history.ahead(to, from)]
        const status =
          ahead === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged'
        return {
          body: { status, ahead_by: ahead, behind_by: behind, total_commits: ahead, commits: [], files: [] },
        }
      }),
    ]
  },
}

const repositoryOf = ({ name }: Standing, address: string) => ({
  id: 7,
  full_name: name,
  html_url: `${address}/${name}`,
  private: true,
  default_branch: 'main',
})
