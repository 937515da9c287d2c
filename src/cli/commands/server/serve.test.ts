import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf } from '#cli/with-service.ts'
import { aCommandLine } from '#testing/command-line.ts'
import { freePort } from '#testing/postgres.ts'
import { aRepository } from '#testing/repositories.ts'

test('serve --import reports the import before the server starts', async () => {
  using cli = aCommandLine({ PORT: String(await freePort()) })
  using repo = await aRepository({ name: 'shop' })
  await repo.squash('feat: export reports as CSV', { number: 1, files: { 'src/reports.ts': 'a\n' } })
  await repo.squash('ci: cache the packages', { number: 2, files: { '.github/workflows/ci.yml': 'b\n' } })
  const server = cli.start('serve', '--import', repo.folder)
  const said = await server.waitFor('Stop it with Ctrl-C')
  assert.match(
    said,
    /^2 changes recorded, 0 updated, 0 unchanged; 1 user-facing: 1 published\.\n\nTidings listens on/m,
  )
})

test('a terminal shows only warnings unless a level is set; otherwise everything is logged', () => {
  const levelOf = (live: boolean, env: Record<string, string> = {}) =>
    configOf({ env, directory: '/srv', checkout: '/srv', live }).logLevel
  assert.deepEqual([levelOf(true), levelOf(false)], ['warn', 'info'])
  assert.equal(levelOf(true, { TIDINGS_LOG_LEVEL: 'info' }), 'info')
})
