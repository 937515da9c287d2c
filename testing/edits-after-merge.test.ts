import assert from 'node:assert/strict'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { aMemberWithRole, recordMerges } from './colleagues.ts'
import { aGitHubPull, sendGitHubWebhook } from './github-webhooks.ts'
import type { PullSketch } from './pulls.ts'
import { type TestService, withRunningService } from './service.ts'

const CHANGESET = {
  path: '.changeset/calm-cats.md',
  text: '---\n"app": minor\n---\n\nExport reports as CSV.\n',
}

/** A pull request of which only the changeset says that customers notice it. */
const NOTED: PullSketch = {
  number: 7,
  title: 'chore: reports',
  body: 'Closes #3',
  url: 'https://github.com/acme/app/pull/7',
  mergeCommit: 'a'.repeat(40),
  mergedAt: Date.parse('2026-03-02T08:00:00Z'),
  files: ['src/reports.ts', CHANGESET.path],
  fragments: [CHANGESET],
  commits: ['Write CSV'],
  linkedIssues: ['#3', '#4'],
}

async function stored({ service }: TestService, number: number): Promise<MergedPull> {
  const { db } = service
  const row = await db.read
    .selectFrom('pull_request')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return (await pullsById(db.read, [row.id])).get(row.id) ?? assert.fail()
}

withRunningService(
  'a label added after the merge does not change the draft, although the event lists no files',
  async it => {
    const connection = await it.connect()
    await recordMerges(it, it.account, NOTED)
    assert.deepEqual(await it.entries(), ['draft Export reports as CSV'])
    const pull = aGitHubPull({ title: 'chore: reports', body: 'Closes #3', labels: [{ name: 'released' }] })
    await sendGitHubWebhook(it, connection, { action: 'labeled', pull })
    await it.settle()
    assert.deepEqual(await it.entries(), ['draft Export reports as CSV'])
    const record = await stored(it, 7)
    assert.deepEqual(record.labels, ['released'])
    assert.deepEqual(
      [record.files.length, record.fragments, record.commits, record.linkedIssues],
      [2, [CHANGESET], ['Write CSV'], ['#3', '#4']],
    )
  },
)

withRunningService('an edited body changes the issues in it and keeps those linked on the host', async it => {
  const connection = await it.connect()
  await recordMerges(it, it.account, NOTED)
  const pull = aGitHubPull({ title: 'chore: reports', body: 'Closes #5' })
  await sendGitHubWebhook(it, connection, { action: 'edited', pull })
  await it.settle()
  assert.deepEqual((await stored(it, 7)).linkedIssues, ['#4', '#5'])
  assert.deepEqual(await it.entries(), ['draft Export reports as CSV'])
})

withRunningService('an event without files keeps known files, and one with files adds them', async it => {
  await recordMerges(it, it.account, NOTED)
  await recordMerges(it, it.account, {
    ...NOTED,
    title: 'chore: all reports',
    files: [],
    fragments: [],
    commits: [],
  })
  assert.deepEqual(await it.entries(), ['draft Export reports as CSV'])
  const pull = aGitHubPull({ number: 8, title: 'chore: dashboards' })
  await sendGitHubWebhook(it, await it.connect(), { pull })
  await it.settle()
  assert.equal((await stored(it, 8)).files.length, 0)
  await recordMerges(it, it.account, { ...NOTED, number: 8, title: 'Some dashboards' })
  const record = await stored(it, 8)
  assert.deepEqual([record.files.length, record.title], [2, 'chore: dashboards'])
})

withRunningService('a title that is edited to be no revert any more makes a draft', async it => {
  const connection = await it.connect()
  const pull = { number: 8, title: 'Revert "Add a dark theme"' }
  await sendGitHubWebhook(it, connection, { pull: aGitHubPull(pull) })
  await it.settle()
  await sendGitHubWebhook(it, connection, { pull: aGitHubPull({ number: 7, title: 'Add a dark theme' }) })
  await it.settle()
  assert.deepEqual(await it.entries(), [])
  const edited = { ...pull, title: 'Add stickers to messages', updated_at: '2026-03-02T10:00:00Z' }
  await sendGitHubWebhook(it, connection, { action: 'edited', pull: aGitHubPull(edited) })
  await it.settle()
  assert.deepEqual((await it.entries()).toSorted(), [
    'draft Add a dark theme',
    'draft Add stickers to messages',
  ])
})

withRunningService(
  'a draft that an edit took from the review comes back with the next one, unless a person dismissed it',
  async it => {
    const connection = await it.connect()
    const owner = await aMemberWithRole(it, 'owner')
    let hour = 9
    const edited = async (title: string) => {
      const updated_at = `2026-03-02T${hour++}:00:00Z`
      await sendGitHubWebhook(it, connection, { action: 'edited', pull: aGitHubPull({ title, updated_at }) })
      await it.settle()
    }
    await edited('Add stickers to messages')
    await edited('ci: run the tests twice')
    assert.deepEqual(await it.entries(), ['dismissed Add stickers to messages'])
    await edited('Add stickers and polls to messages')
    assert.deepEqual(await it.entries(), ['draft Add stickers and polls to messages'])
    assert.deepEqual(await it.ledger(), ['drafted Add stickers and polls to messages'])

    const path = `/app/api/accounts/${it.account.publicId}`
    const [{ id, version: seen }] = (await owner.get(`${path}/inbox`)).json.items
    await owner.post(`${path}/actions/entry.dismiss`, { id, seen })
    await edited('ci: run the tests once')
    await edited('Add polls to messages')
    assert.deepEqual(await it.entries(), ['dismissed Add stickers and polls to messages'])
  },
)

withRunningService('a body edited to name a reverted pull request reverts it', async it => {
  const connection = await it.connect()
  await sendGitHubWebhook(it, connection)
  const vague = { number: 8, title: 'Take the export back', merge_commit_sha: 'b'.repeat(40) }
  await sendGitHubWebhook(it, connection, { pull: aGitHubPull(vague) })
  await it.settle()
  assert.ok((await it.ledger()).includes('drafted feat: export reports as CSV'))
  const edited = (body: string, updated_at: string) =>
    sendGitHubWebhook(it, connection, { action: 'edited', pull: aGitHubPull({ ...vague, body, updated_at }) })
  await edited('Reverts #7', '2026-03-02T10:00:00Z')
  await it.settle()
  assert.deepEqual(
    (await it.ledger()).map(line => line.split(' ')[0]),
    ['reverted', 'reverted'],
  )
  await edited('Hides it from the menu', '2026-03-02T11:00:00Z')
  await it.settle()
  assert.ok((await it.ledger()).includes('drafted feat: export reports as CSV'))
})
