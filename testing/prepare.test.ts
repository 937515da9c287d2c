import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const PREPARE = fileURLToPath(new URL('../scripts/prepare.mjs', import.meta.url))
const dead = spawnSync(process.execPath, ['--version']).pid

/** A project whose one dependency lies in its own folder, so that installing it asks no registry. */
function aProject(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-prepare-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'part'))
  writeFileSync(join(folder, 'part', 'package.json'), '{"name":"part","version":"1.0.0"}')
  writeFileSync(join(folder, 'package.json'), JSON.stringify(WHOLE))
  lock(folder, 'first')
  return folder
}

const WHOLE = { name: 'whole', version: '1.0.0', dependencies: { part: 'file:part' } }

function lock(folder: string, name: string, part: object = {}): void {
  const packages = {
    '': WHOLE,
    'node_modules/part': { resolved: 'part', link: true },
    part: { version: '1.0.0', ...part },
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ name, lockfileVersion: 3, packages }))
}

/** Runs the script, which must succeed. Returns its output. */
async function prepare(folder: string): Promise<string> {
  const { code, said } = await ran(folder)
  assert.equal(code, 0, said)
  return said
}

async function ran(folder: string): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [PREPARE, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => said.push(String(data)))
  const [code] = await once(child, 'close')
  return { code, said: said.join('') }
}

test('dependencies are installed once, and again when the lockfile changes', async context => {
  const folder = aProject(context)
  assert.match(await prepare(folder), /^Installing/)
  assert.equal(await prepare(folder), '')
  lock(folder, 'second')
  assert.match(await prepare(folder), /^Installing/)
})

test('of two concurrent runs one installs and the other waits', async context => {
  const folder = aProject(context)
  const said = await Promise.all([prepare(folder), prepare(folder)])
  assert.equal(said.join('').match(/Installing/g)?.length, 1)
  assert.equal(existsSync(join(folder, '.installing')), false)
})

test('a killed installation is repeated', async context => {
  const folder = aProject(context)
  writeFileSync(join(folder, '.installing'), String(dead))
  assert.match(await prepare(folder), /^Installing/)
})

test('an installation prints one line, whatever npm warns about', async context => {
  const folder = aProject(context)
  lock(folder, 'engines', { engines: { node: '>=999' } })
  assert.match(await prepare(folder), /^Installing the packages \([^)]*\)…\n$/)
})

test('a failed installation shows the output of npm', async context => {
  const folder = aProject(context)
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name: 'whole', lockfileVersion: 3, packages: {} }),
  )
  const { code, said } = await ran(folder)
  assert.equal(code, 1)
  assert.match(
    said,
    /^Installing .*…\n.*npm error .*in sync.*part.*The preparation did not finish: npm ended with 1\.\n$/s,
  )
  assert.equal(existsSync(join(folder, '.installing')), false)
})
