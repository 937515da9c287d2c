import type { Page } from 'playwright-core'
import type { Team } from './team.ts'

/** Sends a request to the dashboard's API from within the page. */
export const ask = (page: Page, { account }: Team, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([url, method, body]) => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(url, { method, headers, ...(body && { body }) })
      return answer.json()
    },
    [`/app/api/accounts/${account}/${path}`, method, body && JSON.stringify(body)] as const,
  )

/** A weekly time in the schedule, for entries or for editions. */
const tuesday = (takes: 'entry' | 'edition') => ({
  ...{ set: null, takes, every: 'week', day: 'tuesday', time: '10:00' },
})

/** Gives the team a weekly edition. */
export const weekly = (page: Page, team: Team) =>
  ask(page, team, 'POST', 'actions/schedule.add', tuesday('edition'))
/** Waits until the page shows this text as its status. */
export const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text).first().waitFor()
/** The headlines in one list of the edition, shown as readers will see it. */
export const inList = (page: Page, name: string) =>
  page.getByRole('list', { name }).locator('a[draggable=false]').allTextContents()
/** The titles of the rows under a heading of Review. */
export const under = (page: Page, heading: string) =>
  page.getByRole('list', { name: 'Entries' }).evaluate((list, wanted) => {
    let current = ''
    return [...list.children].flatMap(row => {
      current = row.querySelector('h2')?.textContent ?? current
      const title = row.querySelector('[data-item] > [dir=auto]')?.textContent ?? ''
      return current.startsWith(wanted) ? [title] : []
    })
  }, heading)
/** The text of the element that has the focus. */
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
