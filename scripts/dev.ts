// `npm run dev`: serves a database of its own, with a sample company in it, and starts again on every change of the source.
import { spawn } from 'node:child_process'
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

const watched = ['--watch-path=src', '--watch-path=docs/api', '--watch-preserve-output']
spawn(process.execPath, [...watched, 'bin/tidings.mjs', 'serve'], { cwd: checkout, env, stdio: 'inherit' })
