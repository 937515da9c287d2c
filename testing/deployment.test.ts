import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { VARIABLES } from '#app/config/config.ts'
import { SERVER_COMMANDS } from '../bin/memory.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

interface ComposeService {
  image: string
  command?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  tmpfs?: string
  ports?: string[]
  networks?: string[]
  volumes: string[]
  environment: Record<string, string>
}

interface ComposeFile {
  services: Record<string, ComposeService>
  volumes: object
  networks?: Record<string, { internal?: boolean } | null>
}

for (const file of ['compose.yaml', 'compose.sqlite.yaml']) {
  const compose: ComposeFile = parse(read(file), { merge: true })
  const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'tidings')

  test(`${file} starts Tidings without privileges on a read-only root`, () => {
    assert.ok(ours.length > 0)
    for (const [name, service] of ours) {
      assert.equal(service.read_only, true, name)
      assert.match(service.tmpfs ?? '', /^\/tmp:/, name)
      assert.deepEqual(service.cap_drop, ['ALL'], name)
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
      for (const volume of service.volumes) assert.match(volume, /^(\w+):\/\1$/, name)
      for (const word of service.command ?? []) assert.ok(SERVER_COMMANDS.includes(word), word)
    }
  })

  test(`${file} sets variables that Tidings reads, and declares the volumes and networks that it uses`, () => {
    for (const [name, { environment }] of ours)
      for (const variable of Object.keys(environment))
        assert.ok(variable in VARIABLES, `${name}: ${variable}`)
    for (const [name, { volumes, networks = [] }] of Object.entries(compose.services)) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        assert.ok(
          source in compose.volumes || (source.startsWith('./') && existsSync(join(ROOT, source))),
          name,
        )
      }
      for (const network of networks) assert.ok(network in (compose.networks ?? {}), name)
    }
  })

  test(`${file} publishes nothing but the web server, on the loopback address`, () => {
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports)
    assert.deepEqual(published, ['127.0.0.1:8080:8080'])
  })
}

test('a dump is dated, the newest stay, and one that fails leaves nothing', async context => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-dumps-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const tool = join(folder, 'pg_dump')
  const dump = (script: string) => {
    writeFileSync(tool, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}` }
    return execFileSync('sh', [join(ROOT, 'deploy/dump.sh'), folder, '3'], { env, encoding: 'utf8' }).trim()
  }
  const dumps = () => readdirSync(folder).filter(name => name.includes('.dump'))
  const old = ['20260101', '20260102', '20260103'].map(day => `tidings-${day}T030000Z.dump`)
  for (const name of old) writeFileSync(join(folder, name), 'a dump')
  assert.throws(() => dump('echo half > $(echo "$2" | cut -d= -f2); exit 1'))
  assert.deepEqual(dumps(), old)
  const made = dump('echo whole > $(echo "$2" | cut -d= -f2)')
  assert.equal(readFileSync(made, 'utf8'), 'whole\n')
  assert.equal(statSync(made).mode & 0o777, 0o600)
  assert.deepEqual(dumps(), [...old.slice(1), basename(made)])
})

test('the image is built from files that exist, and from nothing that was built or installed before', () => {
  const kept = read('.dockerignore')
    .split('\n')
    .flatMap(line => (line.startsWith('!') ? [line.slice(1)] : []))
  assert.deepEqual(
    kept.filter(path => !existsSync(join(ROOT, path))),
    [],
  )
  assert.ok(!kept.some(path => /node_modules|build|\.env$|data/.test(path)))
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  assert.deepEqual(
    copied.filter(path => !existsSync(join(ROOT, path))),
    [],
  )
})

test('the systemd unit starts a command that exists, stops by SIGTERM and takes all privileges away', () => {
  const unit = read('deploy/tidings.service')
  const settings = new Map(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const),
  )
  const [program, command = ''] = settings.get('ExecStart')?.split(' ') ?? []
  assert.equal(program, 'tidings')
  assert.ok(SERVER_COMMANDS.includes(command))
  assert.equal(settings.get('CapabilityBoundingSet'), '')
  assert.equal(settings.get('ProtectSystem'), 'strict')
  for (const name of ['NoNewPrivileges', 'PrivateTmp', 'PrivateDevices', 'RestrictNamespaces'])
    assert.equal(settings.get(name), 'true', name)
  assert.equal(settings.get('TimeoutStopSec'), '20')
  // `MemoryDenyWriteExecute` would keep Node.js from compiling JavaScript into memory.
  assert.equal(settings.get('MemoryDenyWriteExecute'), undefined)
})
