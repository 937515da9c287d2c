import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../testing/until.ts'
import { ask, aTeamWithMerges, moveTo, said, under, weekly } from './editions.ts'
import { nothingWrong } from './looks.ts'

test('who words an entry that is held goes on in the same field when it joins the edition', async () => {
  const team = await aTeamWithMerges()
  const visitor = await team.join('owner')
  const { page } = visitor
  await weekly(page, team)
  await page.reload()
  const size = async () => (await ask(page, team, 'GET', 'edition')).edition.size
  const before = await size()
  await page.getByRole('region', { name: 'As readers will see it' }).waitFor()
  await moveTo(page, 'Update stuff')
  await page.keyboard.press('e')
  const headline = page.getByLabel('Headline')
  await headline.waitFor()
  await page.keyboard.type(' told better')
  const body = page.getByLabel('Body')
  await body.focus()
  await page.keyboard.type('First.')
  const joined = page.waitForResponse(answer => answer.url().endsWith('/edition'))
  await until(async () => (await size()) > before, 'the entry joins')
  await joined
  await page.keyboard.type(' Second.')
  assert.deepEqual(
    [await headline.inputValue(), await body.inputValue()],
    ['Update stuff told better', 'First. Second.'],
  )
  await page.keyboard.press('Escape')
  await page.getByRole('list', { name: 'Entries' }).getByText('Update stuff told better').waitFor()
  nothingWrong(visitor)
})

test('what is typed while somebody else dismisses the story stays in its field, and decides nothing', async () => {
  const team = await aTeamWithMerges()
  const [ada, bo] = [await team.join('owner'), await team.join('writer')]
  const { page } = ada
  await weekly(page, team)
  await page.reload()
  await page.getByRole('region', { name: 'As readers will see it' }).waitFor()
  await moveTo(page, 'dark theme')
  await page.keyboard.press('e')
  const body = page.getByLabel('Body')
  await body.focus()
  await page.keyboard.type('What Ada')
  const { entries } = await ask(bo.page, team, 'GET', 'entries?limit=20')
  const { id } = entries.find(({ title }: { title: string }) => title.includes('dark theme'))
  const gone = page.waitForResponse(answer => answer.url().endsWith('/edition'))
  await ask(bo.page, team, 'POST', 'actions/entry.dismiss', { id })
  await gone
  await page.keyboard.type(' did, typed on')
  assert.equal(await body.inputValue(), 'What Ada did, typed on')
  await page.getByText('Dismissed', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('What you typed is not saved yet. It is kept in this browser.').waitFor()
  const after = await ask(bo.page, team, 'GET', 'entries?limit=20')
  const states = after.entries.filter(({ state }: { state: string }) => state !== 'draft')
  assert.deepEqual(
    states.map((entry: { id: string }) => entry.id),
    [id],
  )
  nothingWrong(ada)
})

test('an entry that is placed while the server cannot be reached is placed once it can', async () => {
  const team = await aTeamWithMerges()
  const visitor = await team.join('owner')
  const { page } = visitor
  await weekly(page, team)
  await page.reload()
  await page.getByRole('region', { name: 'As readers will see it' }).waitFor()
  await moveTo(page, 'labels')
  await page.context().setOffline(true)
  await page.getByText('Offline. Decisions wait until you are back.').waitFor()
  await page.keyboard.press('3')
  assert.deepEqual(await under(page, 'Left out'), ['Add labels to invoices'])
  await page.context().setOffline(false)
  await said(page, 'Left out: Add labels to invoices')
  const { leftOut } = (await ask(page, team, 'GET', 'edition')).edition
  assert.equal(leftOut[0].item.title, 'Add labels to invoices')
  assert.deepEqual(await under(page, 'Left out'), ['Add labels to invoices'])
})

test('an edition does not go out without the words that were typed for it', async () => {
  const team = await aTeamWithMerges()
  const { page } = await team.join('owner')
  await weekly(page, team)
  await page.reload()
  await page.getByRole('region', { name: 'As readers will see it' }).waitFor()
  await moveTo(page, 'dark theme')
  await page.route('**/actions/entry.edit', route => route.fulfill({ status: 500 }))
  await page.keyboard.press('e')
  await page.getByLabel('Body').fill('Better words')
  await page.keyboard.press('Escape')
  const kept = page.getByText('What you typed is not saved yet. It is kept in this browser.')
  await kept.waitFor()
  await moveTo(page, 'passkey')
  await page.keyboard.press('p')
  await said(page, 'Press p again to do it.')
  await page.keyboard.press('p')
  await said(page, 'What you typed for “Add a dark theme to the dashboard” is not saved yet.')
  await page.getByRole('link', { name: 'Add a dark theme to the dashboard' }).first().click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await kept.waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
  await page.keyboard.press('p')
  await page.keyboard.press('p')
  await said(page, 'Goes out in 10 seconds')
  const { entries } = await ask(page, team, 'GET', 'entries?limit=20')
  assert.ok(!JSON.stringify(entries).includes('Better words'), 'what was discarded is not saved later')
})
