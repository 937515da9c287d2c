import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { generateRepository } from '../bench/repository.ts'
import { freePort } from '../testing/postgres.ts'
import { until } from '../testing/until.ts'
import { aFolder, aFreshClone, freshEnvironment, said, started } from './checkout.ts'

const INSTALLATION_MS = 300_000

test('one command brings a fresh clone up, and another shows a changelog', {
  timeout: 2 * INSTALLATION_MS,
}, async context => {
  const clone = await aFreshClone(context)
  const data = join(aFolder(context), 'data')
  const port = await freePort()
  const env = freshEnvironment({ TIDINGS_DATA: data, TIDINGS_LOG_LEVEL: 'error', PORT: String(port) })
  const server = started(context, 'npm', ['start'], { cwd: clone, env })
  const died = once(server, 'exit').then(([code]) => assert.fail(`npm start ended with ${code}`))
  const base = `http://127.0.0.1:${port}`
  await Promise.race([answers(base), died])
  for (const [path, type] of [
    ['/', /^text\/html/],
    ['/docs', /^text\/html/],
    ['/status.json', /^application\/json/],
    ['/openapi.json', /^application\/openapi\+json/],
  ] as const) {
    const response = await fetch(base + path)
    assert.equal(response.status, 200, path)
    assert.match(response.headers.get('content-type') ?? '', type)
    assert.notEqual(await response.text(), '')
  }
  const repository = join(aFolder(context), 'app.git')
  await generateRepository(repository, 30)
  const changelog = await said(join(clone, 'bin', 'tidings.mjs'), ['preview', repository], {
    cwd: clone,
    env,
  })
  assert.match(changelog, /^# /m)
  assert.match(changelog, /change number 12/i)
})

test('the action runs from the commit that it was fetched at', {
  timeout: INSTALLATION_MS,
}, async context => {
  const clone = await aFreshClone(context)
  const folder = aFolder(context)
  const repository = join(folder, 'app.git')
  await generateRepository(repository, 30)
  const env = freshEnvironment({
    TIDINGS_ACTION: clone,
    TIDINGS_COMMAND: 'preview',
    TIDINGS_HISTORY: repository,
    TIDINGS_OUT: join(folder, 'notes.md'),
    GITHUB_OUTPUT: join(folder, 'output'),
  })
  await said('bash', [join(clone, 'scripts', 'pipelines', 'run.sh')], { cwd: folder, env })
  assert.match(readFileSync(join(folder, 'notes.md'), 'utf8'), /change number 12/i)
})

async function answers(base: string): Promise<void> {
  await until(() => fetch(base).catch(() => null), `an answer of ${base}`, INSTALLATION_MS)
}
