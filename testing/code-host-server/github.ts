import { randomUUID } from 'node:crypto'
import { hmacHex } from '#testing/webhook-payloads.ts'
import { commentRoutes } from './comments.ts'
import { askGraphql } from './github-graphql.ts'
import { patchOf } from './history.ts'
import { NOT_FOUND, type Protocol, pageOf, type Standing } from './protocol.ts'

const MOST = 100

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
  routes: (history, standing, address) => [
    ...commentRoutes(history, standing, {
      list: /^\/v3\/repos\/([^/]+\/[^/]+)\/issues\/(\d+)\/comments$/,
      one: /^\/v3\/repos\/([^/]+\/[^/]+)\/issues\/comments\/(\d+)$/,
      edit: 'PATCH',
      isKnown: name => isKnown(standing, name),
      show: ({ id, body }) => ({ id, body }),
    }),
    {
      method: 'POST',
      path: /^\/graphql$/,
      answer: async (_, { body }) => askGraphql(history, standing, address, JSON.parse(body)),
    },
    {
      method: 'GET',
      path: /^\/v3\/repos\/([^/]+\/[^/]+)$/,
      answer: ([name]) => {
        if (name === standing.formerName)
          return { status: 301, headers: { location: `${address}/api/v3/repositories/7` }, body: {} }
        return isKnown(standing, name) ? { body: repositoryOf(standing, address) } : NOT_FOUND
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/repositories\/7$/,
      answer: () => (standing.isGone ? NOT_FOUND : { body: repositoryOf(standing, address) }),
    },
    {
      method: 'GET',
      path: /^\/v3\/repos\/([^/]+\/[^/]+)\/pulls\/(\d+)\/files$/,
      answer: ([name, number], asked) => {
        const pull = isKnown(standing, name) ? history.pull(Number(number)) : undefined
        if (!pull) return NOT_FOUND
        const { items, headers } = pageOf(pull.files, asked, 'per_page', MOST)
        return {
          headers,
          body: items.map(({ path, ...file }) => ({
            filename: path,
            changes: file.additions + file.deletions,
            patch: patchOf(path),
            ...file,
          })),
        }
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/repos\/([^/]+\/[^/]+)\/pulls\/(\d+)\/commits$/,
      answer: ([name, number], asked) => {
        const pull = isKnown(standing, name) ? history.pull(Number(number)) : undefined
        if (!pull) return NOT_FOUND
        const { items, headers } = pageOf(pull.commits, asked, 'per_page', MOST)
        return { headers, body: items.map(message => ({ sha: 'ab'.repeat(20), commit: { message } })) }
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/repos\/([^/]+\/[^/]+)\/commits\/([0-9a-f]+)$/,
      answer: ([name, commit]) => {
        const pull = isKnown(standing, name) ? history.pulls().find(one => one.mergeCommit === commit) : null
        if (!pull) return NOT_FOUND
        return { body: { files: pull.files.map(({ path }) => ({ filename: path, patch: patchOf(path) })) } }
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/repos\/([^/]+\/[^/]+)\/compare\/([0-9a-f]+)\.\.\.([0-9a-f]+)$/,
      answer: async ([name, from = '', to = '']) => {
        if (!isKnown(standing, name)) return NOT_FOUND
        const [ahead, behind] = [await history.ahead(from, to), await history.ahead(to, from)]
        const status =
          ahead === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged'
        return {
          body: { status, ahead_by: ahead, behind_by: behind, total_commits: ahead, commits: [], files: [] },
        }
      },
    },
  ],
}

const isKnown = ({ name, formerName, isGone }: Standing, asked: string | undefined) =>
  !isGone && (asked === name || asked === formerName)

const repositoryOf = ({ name }: Standing, address: string) => ({
  id: 7,
  full_name: name,
  html_url: `${address}/${name}`,
  private: true,
  default_branch: 'main',
})
