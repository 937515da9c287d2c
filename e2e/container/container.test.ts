import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { generateRepository } from '../../bench/repository.ts'
import { freePort, startPostgres } from '../../testing/postgres.ts'
import { said } from '../checkout.ts'
import { customersRead, everyPartAnswers, setUp, signInByPrintedLink } from '../installed.ts'
import { aContainer, type RunningContainer } from './running.ts'

const IMAGE_BYTES = 330_000_000
/** How long Docker waits after SIGTERM before it kills a container, in milliseconds. */
const GRACE_MS = 10_000

/** A bare repository that the container's user may read, as a folder of git repositories on a server is. */
async function aRepository(context: { after(undo: () => void): void }): Promise<string> {
  const folder = mkdtempSync('/tmp/tidings-container-')
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const repository = join(folder, 'acme.git')
  await generateRepository(repository, 30)
  await said('chmod', ['-R', 'a+rX', folder], { cwd: '/' })
  return repository
}

const onlyAccount = async (tidings: RunningContainer): Promise<string> =>
  JSON.parse(await tidings.command('account', 'list', '--json')).accounts[0].account_id

test('the image is small, belongs to no root and can install nothing', async () => {
  const [image] = JSON.parse(await said('podman', ['image', 'inspect', 'localhost/tidings'], { cwd: '/' }))
  assert.ok(image.Size < IMAGE_BYTES, `${image.Size} bytes`)
  const { User, Volumes, StopSignal, Env } = image.Config
  assert.deepEqual([User, Object.keys(Volumes), StopSignal], ['10001:10001', ['/data'], 'SIGTERM'])
  assert.deepEqual(image.Healthcheck.Test, ['CMD', 'node', '/opt/tidings/bin/healthy.mjs'])
  assert.ok(Env.includes('TIDINGS_DATA=/data'))
  const found = await said(
    'podman',
    [
      'run',
      '--rm',
      '--entrypoint=sh',
      'localhost/tidings',
      '-c',
      'ls /usr/local/bin; command -v npm cc perl5 curl || true',
    ],
    { cwd: '/' },
  )
  assert.equal(found, 'node\ntidings\n')
})

test('on a read-only root: from the first link to a feed, through a kill, to a stop', async context => {
  const port = await freePort()
  const repository = await aRepository(context)
  const tidings = await aContainer(context, { words: ['serve'], port, reads: [repository] })
  await tidings.untilHealthy()
  assert.equal((await tidings.run('id', '-u')).trim(), '10001')
  await assert.rejects(tidings.run('touch', '/opt/tidings/x'), /Read-only file system/)
  await setUp(tidings)
  await everyPartAnswers(tidings)
  const account = await onlyAccount(tidings)
  await signInByPrintedLink(tidings, account)
  await tidings.command('import', 'git', repository, '--account', account, '--past', 'publish')
  await customersRead(tidings, account)

  await tidings.kill()
  await tidings.startAgain()
  await tidings.untilHealthy()
  await customersRead(tidings, account)
  const { code, milliseconds } = await tidings.stop()
  assert.ok(milliseconds < GRACE_MS, `${milliseconds} ms`)
  assert.ok(code === 0 || code === 143, String(code))
  assert.doesNotMatch(await tidings.printed(), /"level":"(?:warn|error)"|warning/i)
})

test('web and worker apart share a PostgreSQL, and each says whether it is well', async context => {
  const postgres = await startPostgres()
  context.after(() => postgres.stop())
  const [port, ofWeb, ofWorker] = [await freePort(), await freePort(), await freePort()]
  const repository = await aRepository(context)
  const shared = {
    DATABASE_URL: postgres.url,
    TIDINGS_ENCRYPTION_KEY: `2026:${Buffer.alloc(32, 7).toString('base64')}`,
  }
  const metricsAt = (at: number) => ({ ...shared, TIDINGS_METRICS_PORT: String(at) })
  const health = `http://127.0.0.1:${ofWorker}/health`
  const [web, worker] = await Promise.all([
    aContainer(context, { words: ['web'], port, env: metricsAt(ofWeb), reads: [repository] }),
    aContainer(context, { words: ['worker'], port, env: metricsAt(ofWorker) }),
  ])
  await Promise.all([web.untilHealthy(), worker.untilHealthy(health)])
  await setUp(web)
  const account = await onlyAccount(web)
  await signInByPrintedLink(web, account)
  await web.command('import', 'git', repository, '--account', account, '--past', 'publish')
  await customersRead(web, account)
  assert.match(await (await fetch(`http://127.0.0.1:${ofWorker}/metrics`)).text(), /tidings_database_up 1/)

  await worker.kill()
  assert.equal(await web.isHealthy(), true)
  await worker.startAgain()
  await worker.untilHealthy(health)
  await postgres.halt('immediate')
  assert.deepEqual([await web.isHealthy(), await worker.isHealthy(health)], [false, false])
  await postgres.resume()
  await Promise.all([web.untilHealthy(), worker.untilHealthy(health)])
  for (const { code, milliseconds } of await Promise.all([web.stop(), worker.stop()])) {
    assert.ok(milliseconds < GRACE_MS, `${milliseconds} ms`)
    assert.ok(code === 0 || code === 143, String(code))
  }
})
