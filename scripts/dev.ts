// `npm run dev`: serves a database of its own, with a sample company in it. On every change the server starts again, and the dashboard is
// built again.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { listAccounts } from '#accounts/account.ts'
import { readConfig } from '#app/config/config.ts'
import { openService } from '#app/open.ts'
import { addSampleCompany } from '#testing/sample-company.ts'

const checkout = fileURLToPath(new URL('..', import.meta.url))
const env = { TIDINGS_DATA: './data/dev', ...process.env }

const service = await openService(
  readConfig(env, checkout, () => ''),
  () => {},
  { migrate: true },
)
if ((await listAccounts(service.db.read)).length === 0) await addSampleCompany(service)
await service.close()

const running: ChildProcess[] = []
const run = (...args: string[]) =>
  running.push(spawn(process.execPath, args, { cwd: checkout, env, stdio: 'inherit' }))

// Ctrl-C reaches all of these processes; when one of them ends by itself, the others are ended too.
run(
  '--watch-path=src',
  '--watch-path=docs/api',
  '--watch-path=dashboard/dist/index.html',
  '--watch-preserve-output',
  'bin/tidings.mjs',
  'serve',
)
run('node_modules/vite/bin/vite.js', 'build', '--watch', '--logLevel', 'warn', 'dashboard')
run(
  'node_modules/vite/bin/vite.js',
  'build',
  '--watch',
  '--logLevel',
  'warn',
  '--config',
  'dashboard/widget.config.ts',
)
for (const one of running) one.once('exit', () => running.forEach(other => void other.kill()))
