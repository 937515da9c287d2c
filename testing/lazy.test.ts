import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
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
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', START], {
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

/** Every package that is loaded while the code runs in a process of its own. */
async function packagesLoadedBy(code: string): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const seen = new Set()
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context)
        const name = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(found.url)?.[1]
        if (name) seen.add(name)
        return found
      },
    })
    const { networks } = await import('./src/app/registry.ts')
    const { HOSTS } = await import('./src/pulls/hosts/hosts.ts')
    const openHost = async name => (await HOSTS[name].client())(connection)
    const connection = { apiUrl: 'https://code.example/api/v3', token: null, fetch, clock: { now: Date.now } }
    ${code}
    console.log(JSON.stringify([...seen]))
  `
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT })
  return JSON.parse(stdout)
}

const isOfGitHub = (name: string) => /^@octokit\/|^bottleneck$|^universal-github-app-jwt$/.test(name)

test("GitHub's libraries are loaded with the first connection and not before", async () => {
  const before = await packagesLoadedBy(`
    for (const name of Object.keys(HOSTS)) if (name !== 'github') await openHost(name)
    await HOSTS.github.webhook()
    await import('./src/app/open.ts')
  `)
  assert.deepEqual(before.filter(isOfGitHub), [])
  const after = await packagesLoadedBy(`await openHost('github')`)
  assert.ok(after.filter(isOfGitHub).length > 3, after.join())
})

test("Bluesky's libraries are loaded with the first request and not with the network", async () => {
  const before = await packagesLoadedBy(`await networks.bluesky()`)
  assert.deepEqual(
    before.filter(name => name.startsWith('@atproto')),
    [],
  )
})
