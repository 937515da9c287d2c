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
