import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { HOSTS } from '#pulls/hosts/hosts.ts'
import { validateRepoName } from '#pulls/hosts/repo-name.ts'
import { historyOf } from '#testing/code-host-server/history.ts'
import { SAMPLE } from '#testing/code-host-server/sample.ts'
import { aScene } from '#testing/code-host-server/scene.ts'
import { aRepository } from '#testing/repositories.ts'
import { partsOf } from './api.ts'
import { openAzure } from './azure.ts'
import { azure } from './host.ts'

test('a description that the list cuts is read whole, and hunks have the lines of both sides', async () => {
  using repository = await aRepository()
  const body = 'The reports are exported as before. '.repeat(30).trim()
  await repository.squash('Export reports', { number: 1, body, files: { 'src/report.ts': 'one\ntwo\n' } })
  const history = await historyOf(repository.folder, SAMPLE)
  await using scene = await aScene('azure', history)
  const host = await scene.open()
  const { pulls } = await host.mergedPulls(SAMPLE, { cursor: null })
  assert.equal(pulls[0]?.body, body)
  assert.deepEqual(await host.diff(SAMPLE, { number: 1, mergeCommit: null }), [
    { path: 'src/report.ts', patch: '@@ -0,0 +1,2 @@\n+one\n+two\n' },
  ])
})

test('files that Azure does not compare are listed without their lines', async () => {
  using repository = await aRepository()
  await repository.squash('Export reports', { number: 1, files: { 'src/report.ts': 'one\ntwo\n' } })
  await using scene = await aScene('azure', await historyOf(repository.folder, SAMPLE))
  const refusal = {
    status: 400,
    body: { message: 'TF401175: The version descriptor could not be resolved.' },
  }
  scene.server.misbehave((_, { path }) =>
    path.endsWith('/FileDiffs') ? { kind: 'answer', reply: refusal } : null,
  )
  const { pulls } = await (await scene.open()).mergedPulls(SAMPLE, { cursor: null })
  assert.deepEqual(
    pulls[0]?.files.map(({ path, additions }) => [path, additions]),
    [['src/report.ts', 0]],
  )
})

test('a work item of another project has no title here', async () => {
  using repository = await aRepository()
  await repository.squash('Export reports', { number: 1, files: { 'src/report.ts': 'one\n' } })
  const history = await historyOf(repository.folder, SAMPLE)
  history.issues.set(5, { title: 'Elsewhere', movedTo: 'acme/secret' })
  await using scene = await aScene('azure', history)
  assert.equal(await (await scene.open()).issueTitle(SAMPLE, 5), null)
})

test('names may have spaces, and nothing in them leads to another path', () => {
  assert.deepEqual(partsOf('acme/My Shop/app'), {
    ...{ organisation: '/acme', project: '/acme/My%20Shop', name: 'app' },
  })
  assert.equal(partsOf('acme/app').name, 'app')
  for (const repo of ['acme/R&D (old)/app', 'acme/Größe/हिन्दी', 'acme/app'])
    assert.equal(validateRepoName(repo), repo)
  for (const repo of ['acme/a b ', 'acme/a?b/app', 'acme/a#b', 'acme/%2e%2e/app', 'acme/a\\b'])
    assert.throws(() => validateRepoName(repo), /looks like owner\/name/)
  for (const repo of ['acme', 'acme/', 'acme/../app', 'acme/a/b/c', '.././app'])
    assert.throws(
      () => partsOf(repo),
      (error: unknown) => error instanceof AppError && error.code === 'invalid_parameter',
    )
  assert.equal(partsOf('acme/a?b#c/d%2e').project, '/acme/a%3Fb%23c')
})

test('a pipeline tells the organisation at the end of its address', () => {
  const { place } = azure.pipeline
  const env = {
    ...{ SYSTEM_TEAMPROJECT: 'My Shop', BUILD_REPOSITORY_NAME: 'app', SYSTEM_PULLREQUEST_PULLREQUESTID: '7' },
  }
  assert.deepEqual(place({ ...env, SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/' }), {
    ...{ repo: 'acme/My Shop/app', apiUrl: 'https://dev.azure.com', number: '7' },
  })
  assert.equal(place({}).repo, undefined)
})

test('attachments of the own repository are asked for with the token, and nothing else is', () => {
  const { folders, header } = HOSTS.azure.uploads
  const id = '278d5cd2-584d-4b63-824a-2ba458937249'
  const place = { apiUrl: 'https://dev.azure.com', repo: 'acme/My Shop/app' }
  const [[folder, rest] = ['', /$^/]] = folders({ ...place, externalId: id })
  assert.equal(folder, '/acme')
  assert.ok(
    rest.test(`6ce954b1/_apis/git/repositories/${id}/pullRequests/22/attachments/image%20(1).png`) === false,
  )
  assert.ok(rest.test(`6ce954b1/_apis/git/repositories/${id}/pullRequests/22/attachments/image%20one.png`))
  assert.equal(
    rest.test(`6ce954b1/_apis/git/repositories/${'0'.repeat(36)}/pullRequests/22/attachments/a.png`),
    false,
  )
  assert.equal(
    rest.test(`6ce954b1/_apis/git/repositories/${id}/pullRequests/22/attachments/..%2f..%2fitems`),
    false,
  )
  assert.deepEqual(folders({ ...place, externalId: null }), [])
  assert.deepEqual(header('pat'), ['authorization', `Basic ${Buffer.from(':pat').toString('base64')}`])
})

test('tags are listed to the end, and the newest are kept', async () => {
  const asked: string[] = []
  const refs = (from: number) =>
    Array.from({ length: 1_000 }, (_, at) => ({
      name: `refs/tags/v${from + at}`,
      objectId: (from + at).toString(16).padStart(40, '0'),
    }))
  const client = openAzure({
    apiUrl: 'https://dev.azure.com',
    token: null,
    clock: systemClock,
    async fetch(input, init) {
      const { pathname, searchParams } = new URL(String(input))
      if (pathname.endsWith('/commitsbatch')) {
        const { ids } = JSON.parse(String(init?.body))
        const dated = (commitId: string) => ({
          ...{ commitId, comment: 'Release' },
          committer: { date: new Date(Number.parseInt(commitId, 16) * 1_000).toISOString() },
        })
        return Response.json({ value: ids.map(dated) })
      }
      const token = searchParams.get('continuationToken') ?? ''
      asked.push(token)
      const headers = new Headers(token === 'b' ? {} : { 'x-ms-continuationtoken': token === '' ? 'a' : 'b' })
      return Response.json({ value: refs(asked.length * 1_000) }, { headers })
    },
  })
  const shipments = await client.shipments('acme/app', 'tag', 0)
  assert.deepEqual(asked, ['', 'a', 'b'])
  assert.deepEqual([shipments.length, shipments.at(-1)?.tag], [150, 'v3999'])
})

test('a file that Azure refuses to show holds no note, and the merge is read without it', async () => {
  using repository = await aRepository()
  const files = { '.changeset/reports.md': '---\n"app": minor\n---\n\nReports are exported.\n' }
  await repository.squash('Export reports', { number: 1, files })
  await using scene = await aScene('azure', await historyOf(repository.folder, SAMPLE))
  const client = await scene.open()
  const fragments = async () => (await client.mergedPull(SAMPLE, 1))?.fragments.length
  assert.equal(await fragments(), 1)
  const refusal = { status: 400, body: { message: 'TF401174: The item cannot be shown.' } }
  scene.server.misbehave((_, { path }) =>
    path.endsWith('/items') ? { kind: 'answer', reply: refusal } : null,
  )
  assert.equal(await fragments(), 0)
})
