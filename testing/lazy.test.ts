import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Starts the service as `serve` does, stops it, and prints what was loaded from packages. */
const START = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({
    load(url, context, next) {
      loaded.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1])
      return next(url, context)
    },
  })
  const { readConfig } = await import('#app/config/config.ts')
  const [{ openService }, { startWeb }] = await Promise.all([import('#app/open.ts'), import('#app/web.ts')])
  const config = readConfig(process.env, process.cwd(), () => '')
  const service = await openService(config, () => {}, { migrate: true })
  const web = await startWeb({ ...service, config: { ...config, port: 0 } })
  await web.close()
  await service.close()
  console.log(JSON.stringify([...loaded].filter(Boolean)))
`

test('a start loads no library that the configuration does not need', async () => {
  const data = mkdtempSync(join(tmpdir(), 'tidings-test-'))
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', START], {
      cwd: ROOT,
      env: { ...process.env, TIDINGS_DATA: data, DATABASE_URL: '' },
    })
    const loaded: string[] = JSON.parse(stdout)
    assert.ok(loaded.includes('kysely'))
    assert.deepEqual(
      loaded.filter(name =>
        [
          'stripe',
          'nodemailer',
          'pg',
          'undici',
          'ai',
          '@modelcontextprotocol/server',
          'better-auth',
          '@better-auth/core',
          '@simplewebauthn/server',
          'otpauth',
        ].includes(name),
      ),
      [],
    )
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})
