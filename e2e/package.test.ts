import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { generateRepository } from '../bench/repository.ts'
import { aMastodonServer } from '../testing/networks/mastodon.ts'
import { aFolder, freshEnvironment, said } from './checkout.ts'
import {
  customersRead,
  editionsOfEachPeriod,
  everyPartAnswers,
  setUp,
  signInByPrintedLink,
  timesFollowDaylightSaving,
} from './installed.ts'
import { runTidings } from './running.ts'

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url))
const PACKED_BYTES = 5_000_000
const INSTALLED_BYTES = 120_000_000

const require = createRequire(new URL('nodes/package.json', import.meta.url))
const nodeOf = (name: string) => join(dirname(require.resolve(`${name}/package.json`)), 'bin', 'node')

let file: string

before(async () => {
  const { version } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8'))
  const made = await said(process.execPath, ['scripts/pack.ts'], { cwd: CHECKOUT })
  file = join(CHECKOUT, 'build', `tidings-${version}.tgz`)
  assert.match(made, new RegExp(`^\\./build/tidings-${version}\\.tgz was written\\.`))
})

/** The options of a terminal in this folder whose `node` is the given one. */
function terminal(folder: string, node: string) {
  const { PATH, ...env } = freshEnvironment({})
  return { cwd: folder, env: { ...env, PATH: `${dirname(node)}${delimiter}${PATH}` } }
}

const bytesIn = (folder: string): number =>
  globSync('node_modules/**', { cwd: folder, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

/** The oldest supported release of each Node.js line, and the release that the checkout runs on. */
const NODES = [nodeOf('node-22'), nodeOf('node-24'), process.execPath]

for (const node of NODES) {
  test(`from an empty folder to a feed, with ${node.split('/').at(-3)}`, async context => {
    const folder = aFolder(context)
    const here = terminal(folder, node)
    const repository = join(aFolder(context), 'acme.git')
    await generateRepository(repository, 30)
    await said('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', file], here)
    const installed = bytesIn(folder)
    assert.ok(installed < INSTALLED_BYTES, `${installed} bytes are installed`)
    assert.match(await said('npx', ['--no', 'tidings', 'preview', repository], here), /change number 12/i)

    const command = join(folder, 'node_modules', 'tidings', 'bin', 'tidings.mjs')
    const mastodon = await aMastodonServer()
    context.after(() => mastodon.close())
    const allowed = { TIDINGS_PRIVATE_HOSTS: new URL(mastodon.origin).host }
    const tidings = await runTidings(context, allowed, [node, command])
    await setUp(tidings)
    await everyPartAnswers(tidings)
    const account = JSON.parse(await tidings.command('account', 'list', '--json')).accounts[0].account_id
    const read = await signInByPrintedLink(tidings, account)
    await tidings.command('import', 'git', repository, '--account', account, '--past', 'publish')
    await customersRead(tidings, account)
    const json = async (...words: string[]) =>
      JSON.parse(await tidings.command(...words, '--account', account, '--json'))
    await editionsOfEachPeriod(tidings, json, folder, mastodon)
    await timesFollowDaylightSaving(json, read)
    const copy = join(folder, 'copy.db')
    await tidings.command('backup', copy)
    assert.ok(existsSync(copy))
    assert.doesNotMatch(tidings.printed(), /warning/i)
  })
}

test('an unsupported Node.js is told what is needed, in one line', async context => {
  const command = join(CHECKOUT, 'build', 'package', 'bin', 'tidings.mjs')
  const run = said(nodeOf('node-18'), [command, 'preview', '.'], { cwd: aFolder(context) })
  const line =
    /ended with 1: tidings needs Node\.js 22 from 22\.19 on, or 24 and later, and this is 18\.20\.0\.\n$/
  await assert.rejects(run, line)
})

test('the package is small, and holds what it needs and nothing else', async () => {
  assert.ok(statSync(file).size < PACKED_BYTES, `${statSync(file).size} bytes are packed`)
  const [{ files }] = JSON.parse(await said('npm', ['pack', '--dry-run', '--json', '--silent'], inPackage()))
  const strange = files
    .map((one: { path: string }) => one.path)
    .filter((path: string) => !EXPECTED.test(path))
  assert.deepEqual(strange, [])
  const manifest = JSON.parse(readFileSync(join(inPackage().cwd, 'package.json'), 'utf8'))
  assert.equal(manifest.scripts ?? manifest.devDependencies, undefined)
  assert.equal(manifest.private === undefined, manifest.repository !== undefined)
})

const inPackage = () => terminal(join(CHECKOUT, 'build', 'package'), process.execPath)

const EXPECTED =
  /^(?:package\.json|README\.md|CHANGELOG\.md|SECURITY\.md|LICENSE|\.env\.example|bin\/[\w-]+\.mjs|deploy\/(?:tidings\.service|dump\.sh)|dist\/[\w.-]+\.js|(?:dashboard\/)?dist\/licenses\.md|dist\/(?:changelog|judgement|platform|web)\/[\w/.-]+\.(?:bin|css|js|sql|svg)|dashboard\/(?:dist|widget\/dist)\/[\w/.-]+\.(?:html|js|css|svg|woff2|br|gz)|docs\/(?:api\/|monitoring\/|operations\/)?[\w-]+\.(?:md|webp|yaml|json))$/

test('no file of the package names this machine or a host of packages', async () => {
  const { cwd } = inPackage()
  const places = [CHECKOUT, `${homedir()}/`, 'registry.npmjs.org']
  const found = globSync('**/*', { cwd, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => places.some(place => readFileSync(path).includes(place)))
  assert.deepEqual(found, [])
})
