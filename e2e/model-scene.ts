import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { type LanguageModelServer, startLanguageModelServer } from '../testing/language-model-server.ts'
import { type Visit, visit } from './browser.ts'
import { aFolder } from './checkout.ts'
import { DESKTOP } from './looks.ts'
import { type RunningTidings, runTidings } from './running.ts'
import { wholeFile } from './team.ts'
import { browser } from './test-browser.ts'

/** A running Tidings that may ask a language model of this test. Filled before the first test of a file. */
interface ModelScene {
  models: LanguageModelServer
  tidings: RunningTidings
  /** Runs a command and gives what it prints with `--json`. */
  json(...words: string[]): ReturnType<typeof JSON.parse>
  /** A new account with these merges, as lines of JSON. Gives its id. */
  anAccount(merges: readonly string[]): Promise<string>
  /** Connects the language model of this test as the account's writer. */
  connect(account: string, ...options: string[]): Promise<unknown>
  /** Somebody new with this role, signed in, on a page of the account. */
  join(account: string, role: string, page: string): Promise<Visit>
}

/** Starts the scene of a test file. To be called once in the file. */
export function aModelScene(): ModelScene {
  let people = 0
  const json = async (...words: string[]) => JSON.parse(await scene.tidings.command(...words, '--json'))
  const scene = {
    json,
    async anAccount(merges: readonly string[]) {
      const { account_id: account } = await json('account', 'create', '--name', 'Acme')
      const file = join(aFolder(wholeFile), 'merges.jsonl')
      writeFileSync(file, merges.map(line => `${line}\n`).join(''))
      await json('import', 'jsonl', file, '--account', account, '--past', 'drafts')
      return account
    },
    connect(account: string, ...options: string[]) {
      const place = ['--provider', 'ollama', '--model', 'llama3.3:latest', '--url', scene.models.address]
      return json('account', 'writer', '--account', account, ...place, ...options)
    },
    async join(account: string, role: string, path: string) {
      const email = `${role}${++people}@example.com`
      const made = await json('user', 'create', '--email', email, '--role', role, '--account', account)
      const visitor = await visit(browser, made.link, DESKTOP)
      await visitor.page.getByRole('button', { name: 'Sign in' }).click()
      await visitor.page.waitForURL(/\/app\/[0-9a-f-]{36}\//)
      await visitor.page.goto(`${scene.tidings.baseUrl}/app/${account}/${path}`)
      return visitor
    },
  } as ModelScene
  before(async () => {
    scene.models = await startLanguageModelServer()
    const { host } = new URL(scene.models.address)
    scene.tidings = await runTidings(wholeFile, { TIDINGS_PRIVATE_HOSTS: host })
  })
  after(async () => {
    await scene.models?.close()
  })
  return scene
}

/** A merge that customers notice, as a line of JSON. */
export const exportMerge = (number: number): string =>
  JSON.stringify({
    repo: 'acme/app',
    number,
    title: `feat: add export number ${number} to the report page`,
    body: `Customers can now download report number ${number} as a file.`,
    url: `https://github.com/acme/app/pull/${number}`,
    author: 'ada',
    labels: ['customer-request'],
    merged_at: `2026-01-${String(number).padStart(2, '0')}T10:00:00Z`,
    files: [{ path: 'web/reports/export.ts', additions: 40, deletions: 2, status: 'modified' }],
  })
