import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgejo } from '#pulls/hosts/forgejo/webhook.ts'
import { github } from '#pulls/hosts/github/webhook.ts'
import { gitlab } from '#pulls/hosts/gitlab/webhook.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { engineInTurn } from '#testing/databases.ts'
import { aGitHubPull } from '#testing/github-webhooks.ts'
import { aPull } from '#testing/pulls.ts'
import { withRunningService } from '#testing/service.ts'
import { bitbucketMerge, forgejoMerge, gitLabMerge, hmacHex } from '#testing/webhook-payloads.ts'

const STICKERS = aPull({
  ...{ number: 1, title: 'feat: add stickers to messages', body: 'You can now do it yourself.' },
  ...{ headBranch: 'stickers-1', baseBranch: 'feature/stickers', mergedAt: Date.UTC(2026, 2, 1) },
  mergeCommit: '1'.repeat(40),
})
const CARRIER = aPull({
  ...{ number: 2, title: 'feat: stickers in messages', body: 'You can now do it yourself.' },
  ...{ headBranch: 'feature/stickers', baseBranch: 'main', mergedAt: Date.UTC(2026, 2, 2) },
  mergeCommit: '2'.repeat(40),
})

test('a branch of a fork is none of this repository, on any host, also where the fork is gone', () => {
  const headIn = (event: { type: string; pull?: MergedPull } | null) =>
    event?.type === 'merged' ? event.pull?.headBranch : assert.fail()
  const onGitHub = (head: object, base: object) =>
    headIn(
      github.parse('pull_request.closed', {
        ...{ action: 'closed', repository: { id: 5, full_name: 'acme/app', default_branch: 'main' } },
        pull_request: aGitHubPull({ head: { ref: 'main', ...head }, base: { ref: 'develop', ...base } }),
      }),
    )
  const own = { repo: { id: 5 } }
  assert.equal(onGitHub(own, own), 'main')
  for (const head of [{ repo: { id: 99 } }, { repo: null }, {}]) assert.equal(onGitHub(head, own), undefined)
  assert.equal(onGitHub({}, {}), undefined, 'not known at all')
  const onGitLab = (more: object) => headIn(gitlab.parse('merge_request.merge', gitLabMerge({ ...more })))
  assert.equal(onGitLab({ source_branch: 'main' }), 'main')
  for (const id of [99, null, undefined])
    assert.equal(onGitLab({ source_branch: 'main', source_project_id: id }), undefined)
  assert.equal(onGitLab({ source_project_id: null, target_project_id: null }), undefined)
  const onForgejo = (head: object) =>
    headIn(forgejo.parse('pull_request.closed', forgejoMerge({ head: { ref: 'main', ...head } })))
  assert.equal(onForgejo({ repo_id: 5 }), 'main')
  for (const head of [{ repo_id: 99 }, { repo_id: -1 }, { repo_id: 0, repo: null }, {}])
    assert.equal(onForgejo(head), undefined)
})

/** The callback of GitLab or Forgejo about a merge, with its proof. */
const SENT = {
  gitlab: (pull: MergedPull, secret: string) => {
    const at = new Date(pull.mergedAt).toISOString()
    const payload = gitLabMerge(
      {
        ...{ iid: pull.number, title: pull.title, description: pull.body, updated_at: at },
        ...{ source_branch: pull.headBranch, target_branch: pull.baseBranch },
        merge_commit_sha: pull.mergeCommit,
      },
      {
        labels: [],
        project: { id: 5, web_url: 'https://x', path_with_namespace: 'acme/app', default_branch: 'main' },
      },
    )
    return { payload, headers: { 'x-gitlab-token': secret, 'x-gitlab-event-uuid': `${pull.number}` } }
  },
  forgejo: (pull: MergedPull, secret: string) => {
    const at = new Date(pull.mergedAt).toISOString()
    const payload = forgejoMerge(
      {
        ...{ number: pull.number, title: pull.title, body: pull.body, merged_at: at, updated_at: at },
        ...{ base: { ref: pull.baseBranch, repo_id: 5 }, head: { ref: pull.headBranch, repo_id: 5 } },
        ...{ labels: [], merge_commit_sha: pull.mergeCommit },
      },
      { repository: { id: 5, full_name: 'acme/app', default_branch: 'main' } },
    )
    const signature = hmacHex(secret, JSON.stringify(payload))
    return {
      payload,
      headers: {
        'x-forgejo-event': 'pull_request',
        'x-forgejo-delivery': `${pull.number}`,
        'x-forgejo-signature': signature,
      },
    }
  },
}

for (const [turn, host] of (['gitlab', 'forgejo'] as const).entries())
  for (const [at, pulls] of [
    [STICKERS, CARRIER],
    [CARRIER, STICKERS],
  ].entries())
    withRunningService(
      `${host}: ${pulls[0]?.title} is told of first`,
      async it => {
        const { source, secret } = await it.connect({ provider: host, host: `${host}.example` })
        for (const pull of pulls) {
          const { payload, headers } = SENT[host](pull, secret)
          const body = Buffer.from(JSON.stringify(payload))
          const answer = await it.ask(`/api/callbacks/${host}/${source.id}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body,
          })
          assert.equal(answer.status, 202)
          await it.settle()
          if (pull === STICKERS && pulls[0] === STICKERS)
            assert.deepEqual(await it.ledger(), [`unshipped ${STICKERS.title}`])
        }
        const place = pulls[0] === STICKERS ? 'internal' : 'dismissed'
        assert.deepEqual(await it.ledger(), [`${place} ${CARRIER.title}`, `drafted ${STICKERS.title}`])
      },
      {},
      [engineInTurn(turn + at)],
    )

withRunningService(
  'a host that does not name the default branch: a feature branch waits, and so does any beside main',
  async it => {
    const { source, secret } = await it.connect({ provider: 'bitbucket', host: 'bitbucket.org' })
    const merge = async (id: number, branch: string) => {
      const payload = bitbucketMerge({ id, title: `feat: add stickers to messages ${id}` })
      payload.pullrequest.destination.branch.name = branch
      payload.pullrequest.updated_on = new Date(it.clock.now()).toISOString()
      const body = Buffer.from(JSON.stringify(payload))
      const headers = {
        'content-type': 'application/json',
        'x-event-key': 'pullrequest:fulfilled',
        'x-request-uuid': `${id}`,
        'x-hub-signature': `sha256=${hmacHex(secret, body)}`,
      }
      const answer = await it.ask(`/api/callbacks/bitbucket/${source.id}`, { method: 'POST', headers, body })
      assert.equal(answer.status, 202)
      await it.settle()
      return (await it.ledger()).find(line => line.endsWith(` ${id}`))?.split(' ')[0]
    }
    assert.equal(await merge(1, 'feature/stickers'), 'unshipped')
    assert.equal(await merge(2, 'develop'), 'drafted', 'it may be the default branch')
    assert.equal(await merge(3, 'main'), 'drafted')
    assert.equal(await merge(4, 'develop'), 'unshipped')
    assert.equal(await merge(5, 'release/1.x'), 'drafted')
    it.clock.advance(200 * 86_400_000)
    assert.equal(await merge(6, 'develop'), 'drafted', 'nobody merges into main any more')
  },
)
