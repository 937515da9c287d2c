import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Visit, visit } from './browser.ts'
import { aFolder } from './checkout.ts'
import { DESKTOP, heading } from './looks.ts'
import { type RunningTidings, runTidings } from './running.ts'

export const DRAFTS = 40
const DAY_MS = 86_400_000

export interface Team {
  tidings: RunningTidings
  account: string
  /** Signs a new member in, on the page with this path. */
  join(role: string, path?: string): Promise<Visit>
}

/** A running service with an account that has drafts, the fortieth with an Arabic title. */
export async function aTeam(context: TestContext, browser: Browser, drafts = DRAFTS): Promise<Team> {
  const tidings = await runTidings(context)
  const made = await tidings.command('account', 'create', '--name', 'Acme', '--json')
  const account: string = JSON.parse(made).account_id
  const file = join(aFolder(context), 'merges.jsonl')
  writeFileSync(file, Array.from({ length: drafts }, (_, number) => merge(number + 1)).join('\n'))
  await tidings.command('import', 'jsonl', file, '--account', account)
  let members = 0
  return {
    tidings,
    account,
    async join(role, path = 'inbox') {
      const words = ['--email', `person${++members}@example.com`, '--role', role, '--account', account]
      const { link } = JSON.parse(await tidings.command('user', 'create', ...words, '--json'))
      const visitor = await visit(browser, link, DESKTOP)
      await visitor.page.getByRole('button', { name: 'Sign in' }).click()
      await heading(visitor.page, 'Inbox')
      if (path !== 'inbox') await visitor.page.goto(`${tidings.baseUrl}/app/${account}/${path}`)
      return visitor
    },
  }
}

const merge = (number: number): string =>
  JSON.stringify({
    repo: 'acme/app',
    number,
    title:
      number === DRAFTS
        ? 'feat: تصدير التقارير إلى ملف CSV'
        : `feat: add export number ${number} to the report page`,
    body: `Customers can now download report number ${number} as a file.`,
    author: 'ada',
    labels: ['customer-request'],
    merged_at: new Date(Date.UTC(2026, 0, 1) + number * DAY_MS).toISOString(),
    files: [{ path: 'web/reports/export.ts', additions: 40, deletions: 2 }],
    url: `https://github.com/acme/app/pull/${number}`,
  })

/** The row of the inbox that the keys act on. */
export const selected = (page: Page) => page.locator('[data-item][aria-current=true]')
