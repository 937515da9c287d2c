import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { opened } from '#testing/http.ts'
import { aService, type TestService, withRunningService } from '#testing/service.ts'
import { diagnose } from './diagnosis.ts'
import { clock } from './machine.ts'
import { supportBundle, withoutNames } from './support-bundle.ts'

const opening = ({ service }: TestService) => ({ db: service.db, failure: null })

async function found(it: TestService, name: string, env: Record<string, string> = {}) {
  const checks = await diagnose({ ...it.service.config, database: it.location }, opening(it), env)
  return checks.find(check => check.name === name)
}

withRunningService('doctor measures the database and the background thread', async it => {
  const checks = await diagnose({ ...it.service.config, database: it.location }, opening(it), {})
  const byName = new Map(checks.map(check => [check.name, check]))
  assert.match(
    String(byName.get('background thread')?.detail),
    /^starts in .+ ms, then judges a merge in .+ ms$/,
  )
  assert.equal(byName.get('database')?.ok, true)
})

withRunningService('doctor counts what needs an older key', async it => {
  const { source } = await it.connect()
  const { write } = it.service.db
  const key = async () => String((await found(it, 'encryption key'))?.detail)
  assert.match(await key(), /; nothing needs an older one$/)
  const review = { source_id: source.id, number: 7, state: 'asked', signed_by: 'older:0' } as const
  await write(tx => tx.insertInto('review').values(review).execute())
  await write(tx => tx.updateTable('source').set({ secret: 'v1.older.x' }).execute())
  assert.match(
    await key(),
    /; 1 secret needs an older one .+; 1 comment of a review was signed with an older one/,
  )
})

test('a variable that nothing reads is named, and a directory of repositories that is none', async () => {
  await using it = await aService('sqlite', { TIDINGS_GIT_ROOTS: '/nowhere:/' })
  const looked = await found(it, 'variables', {
    TIDINGS_BASE_ULR: 'x',
    TIDINGS_LLM_API_KEY_FILE: 'x',
    PATH: 'x',
  })
  assert.deepEqual(
    [looked?.ok, looked?.detail],
    [false, 'TIDINGS_BASE_ULR is not known. TIDINGS_GIT_ROOTS names /nowhere, which is no directory.'],
  )
  await using right = await aService('sqlite', { TIDINGS_GIT_ROOTS: '/' })
  assert.equal((await found(right, 'variables'))?.ok, true)
})

test('a host that does not answer is named, with what to do', async () => {
  const slow = await opened(
    createServer((_, response) => response.setHeader('Date', 'Sun, 01 Nov 2026 00:00:00 GMT').end()),
  )
  const { address } = slow
  await using it = await aService('sqlite', { TIDINGS_PRIVATE_HOSTS: new URL(address).host })
  await it.connect({ provider: 'forgejo', apiUrl: `${address}/api/v1`, host: new URL(address).host })
  const answered = await found(it, 'hosts')
  assert.deepEqual([answered?.ok, answered?.detail], [true, `${new URL(address).host} answered`])
  const late = await found(it, 'clock')
  assert.match(String(late?.detail), /^This machine is \d+ s (?:ahead of|behind) 127\.0\.0\.1/)
  assert.match(String(late?.remedy), /NTP/)
  await slow[Symbol.asyncDispose]()
  const silent = await found(it, 'hosts')
  assert.equal(silent?.ok, false)
  assert.match(String(silent?.remedy), /TIDINGS_PRIVATE_HOSTS/)
})

test('a clock within half a minute of the others is right', async () => {
  assert.equal(await clock(null, new Map([['git.lan', 29]])), 'agrees with git.lan')
  await assert.rejects(clock(null, new Map([['git.lan', -31]])), /31 s behind git\.lan/)
})

withRunningService('a support bundle holds no secret, name or text', async it => {
  const { db, config } = it.service
  const connected = await it.connect()
  const { secret } = connected
  await sendGitHubWebhook(it, connected)
  const never = ['sesame-open', 'acme', 'Acme', 'ada@', 'git.lan', secret, it.account.publicId]
  const env = { TIDINGS_SMTP_URL: 'smtps://ada:sesame-open@git.lan', TIDINGS_LOG_LEVEL: 'debug' }
  await db.write(async tx => {
    await tx.updateTable('job').set({ last_error: 'git.lan said 404 for acme/app.' }).execute()
  })
  const bundle = await supportBundle({ ...config, database: it.location }, opening(it), env)
  const text = JSON.stringify(bundle)
  assert.deepEqual(
    never.filter(word => text.includes(word)),
    [],
  )
  assert.deepEqual(bundle.variables, { TIDINGS_SMTP_URL: 'set', TIDINGS_LOG_LEVEL: 'debug' })
  assert.deepEqual(bundle.failures, [{ kind: 'delivery', attempts: 0, error: '<name> said 404 for <name>' }])
  assert.equal((bundle.rows as Record<string, number>).source, 1)
})

test('what may name somebody is taken out of a sentence', () => {
  assert.equal(
    withoutNames(
      'git.lan answered 502 for acme/app#12, token ghp_Zk3t9, says ada@acme.example: “Secret plan”.',
    ),
    '<name> answered 502 for <name> token <name> says <name>',
  )
  assert.equal(withoutNames('It took more than 2 s to process.'), 'It took more than 2 s to process.')
})
