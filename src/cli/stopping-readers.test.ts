import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aCommandLine, type RunningCommand } from '#testing/command-line.ts'
import { opened } from '#testing/http.ts'
import { aRepository } from '#testing/repositories.ts'

const cli = aCommandLine()
after(() => cli.remove())

/** Ends the command once it waits, and checks that it reports this and exits. */
async function stopped(run: RunningCommand, waits: Promise<unknown>): Promise<void> {
  await Promise.race([waits, run.ended.then(({ out, err }) => assert.fail(`it ended: ${out}${err}`))])
  run.process.kill('SIGTERM')
  const ended = await run.ended
  assert.match(ended.err, /tidings: stopped by SIGTERM\n$/)
  assert.equal(ended.code, 143)
}

/**
 * Puts a `git` before the real one in `PATH` that stalls at one of its commands. Gives a promise that
 * resolves once it stalls, seen by a file that it then creates.
 */
function stallingGit(folder: string, at: string): { PATH: string; stalled: Promise<unknown> } {
  const bin = join(folder, `stalls-at-${at}`)
  mkdirSync(bin)
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const script = `#!/bin/sh\nif [ "$1" = ${at} ]; then : >"${bin}/stalled"; exec sleep 600; fi\nexec "${real}" "$@"\n`
  writeFileSync(join(bin, 'git'), script, { mode: 0o755 })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  watch(bin, (_, name) => name === 'stalled' && resolve(name)).unref()
  return { PATH: `${bin}:${process.env.PATH}`, stalled: promise }
}

const CHECKS = ['check', 'NOTES.md', '--from', 'v1', '--to', 'v2']
const READERS: Record<string, (repo: string, account: string) => string[]> = {
  preview: repo => ['preview', repo],
  'import git': (repo, account) => ['import', 'git', repo, '--account', account],
  check: repo => [...CHECKS, '--git', repo],
}

for (const [name, words] of Object.entries(READERS))
  for (const stalls of ['log', 'diff-tree'])
    test(`${name} stops on a signal while git gives nothing (${stalls})`, async () => {
      using repo = await aRepository()
      await repo.squash('Add export', { number: 1, files: { a: 'a\n' } })
      await repo.git('tag', 'v1')
      await repo.squash('Add import', { number: 2, files: { b: 'b\n' } })
      await repo.git('tag', 'v2')
      const { PATH, stalled } = stallingGit(repo.home, stalls)
      using slow = aCommandLine({ PATH })
      const { account_id: account } = await slow.json('account', 'create', '--name', 'Acme')
      writeFileSync(join(slow.directory, 'NOTES.md'), '## v2\n\n- Add import (#2)\n')
      await stopped(slow.start(...words(repo.folder, account)), stalled)
    })

test('an import stops on a signal while a pipe gives nothing', async () => {
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Pipes')
  const run = cli.start('import', 'jsonl', '-', '--account', account)
  run.process.stdin?.write('not JSON\n'.repeat(20_000))
  await stopped(run, once(run.process.stderr ?? run.process, 'data'))
})

test('a backfill stops on a signal while its host says nothing', async context => {
  const asked = Promise.withResolvers<void>()
  const host = createServer(() => asked.resolve())
  const { address, close } = await opened(host)
  context.after(close)
  using slow = aCommandLine({
    TIDINGS_PRIVATE_HOSTS: new URL(address).host,
    TIDINGS_ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  })
  const { account_id: account } = await slow.json('account', 'create', '--name', 'Acme')
  writeFileSync(join(slow.directory, 'token'), 'secret')
  const which = ['--account', account, '--repo', 'acme/app', '--url', address]
  await slow.json('source', 'create', 'forgejo', ...which, '--token-file', 'token')
  await stopped(slow.start('backfill', '--account', account), asked.promise)
})

test('what is no regular file is refused at once', async () => {
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Files')
  execFileSync('mkfifo', [join(cli.directory, 'pipe.jsonl')])
  for (const words of [
    ['import', 'jsonl', 'pipe.jsonl', '--account', account],
    ['classify', 'pipe.jsonl'],
    ['check', 'pipe.jsonl', '--from', 'v1', '--to', 'v2', '--git', '.'],
  ]) {
    const { code, err } = await cli.start(...words).ended
    assert.notEqual(code, 0, words.join(' '))
    assert.match(err, /regular file/)
  }
})
