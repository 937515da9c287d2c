import type { Page } from 'playwright-core'
import type { Team } from './team.ts'

/** Asks the server as the page does. */
export const ask = (page: Page, { account }: Team, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([url, method, body]) => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(url, { method, headers, ...(body && { body }) })
      return answer.json()
    },
    [`/app/api/accounts/${account}/${path}`, method, body && JSON.stringify(body)] as const,
  )

/** A weekly time of the schedule. */
export const tuesday = (takes: 'entry' | 'edition') => ({
  ...{ set: null, takes, every: 'week', day: 'tuesday', time: '10:00' },
})

/** Gives the team a weekly edition. */
export const weekly = (page: Page, team: Team) =>
  ask(page, team, 'POST', 'actions/schedule.add', tuesday('edition'))
/** Waits until the page says so. */
export const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text).first().waitFor()
/** The headlines of a list of the page. */
export const inList = (page: Page, name: string) =>
  page.getByRole('list', { name }).locator('[data-item]').allTextContents()
/** The text of what has the focus. */
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
