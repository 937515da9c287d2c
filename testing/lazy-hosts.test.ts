import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Every package that is loaded while the code runs, seen from a process of its own. */
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
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
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
