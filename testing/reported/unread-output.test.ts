import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aCommandLine, BIN } from '#testing/command-line.ts'
import { aRepository } from '#testing/repositories.ts'

const cli = aCommandLine()
cli.env.TIDINGS_DATA = join(cli.directory, 'data')
after(() => cli.remove())

/** Runs a command whose output nobody reads, as with `2>&1 | true`. Returns its exit code. */
async function runUnread(...words: string[]): Promise<number | null> {
  const env = { PATH: process.env.PATH, HOME: cli.directory, ...cli.env }
  const command = spawn(process.execPath, [BIN, ...words], {
    ...{ cwd: cli.directory, env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  command.stdout.destroy()
  command.stderr.destroy()
  const [code] = await once(command, 'exit')
  return code
}

test('an import whose output nobody reads is finished', async () => {
  using repo = await aRepository()
  for (const at of [1, 2, 3])
    await repo.squash(`feat: add part ${at} to reports`, { number: at, files: { [`src/${at}.ts`]: 'a\n' } })
  const account: string = (await cli.json('account', 'create', '--name', 'Acme')).account_id
  assert.equal(await runUnread('import', 'git', repo.folder, '--account', account), 0)
  const { out } = await cli.run('pull', 'list', '--account', account)
  assert.equal(out.match(/ drafted /g)?.length, 3)
})
