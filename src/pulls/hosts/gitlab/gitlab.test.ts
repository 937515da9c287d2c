import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#platform/clock.ts'
import { openGitLab } from './gitlab.ts'

test('a release that is planned for later ships nothing yet', async () => {
  const release = (tag: string, day: string, isUpcoming: boolean) => ({
    ...{ tag_name: tag, released_at: `${day}T00:00:00Z`, upcoming_release: isUpcoming },
    commit: { id: 'a'.repeat(40) },
  })
  const releases = [release('v3', '2099-01-01', true), release('v2', '2026-01-01', false)]
  const client = openGitLab({
    apiUrl: 'https://gitlab.example/api/v4',
    token: null,
    fetch: async () => Response.json(releases),
    clock: systemClock,
  })
  assert.deepEqual(
    (await client.shipments('acme/app', 'release', 0)).map(({ tag }) => tag),
    ['v2'],
  )
  assert.deepEqual(
    (await client.releaseNotes('acme/app')).map(({ at }) => at === null),
    [true, false],
  )
})

test('a merge whose time the server does not tell is one, at the time of its last change', async () => {
  const request = {
    ...{ iid: 5, title: 'Sort by date', state: 'merged', labels: [], target_branch: 'main' },
    ...{
      updated_at: '2026-03-02T09:30:00+01:00',
      web_url: 'https://gitlab.example/acme/app/-/merge_requests/5',
    },
  }
  const client = openGitLab({
    apiUrl: 'https://gitlab.example/api/v4',
    token: null,
    clock: systemClock,
    async fetch(input) {
      const { pathname } = new URL(String(input))
      if (pathname.endsWith('/merge_requests')) return Response.json([request])
      return Response.json(pathname.endsWith('/5') ? request : [])
    },
  })
  const { pulls } = await client.mergedPulls('acme/app', { cursor: null })
  for (const pull of [...pulls, await client.mergedPull('acme/app', 5)])
    assert.deepEqual([pull?.number, pull?.mergedAt], [5, Date.UTC(2026, 2, 2, 8, 30)])
  assert.equal(pulls.length, 1)
  const recent = await client.mergedPulls('acme/app', { since: Date.UTC(2026, 2, 1), cursor: null })
  assert.deepEqual(recent.pulls, [], 'it may have been merged long before that')
})
