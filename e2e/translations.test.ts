import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heading, looksWell, nothingWrong } from './looks.ts'
import { aModelScene, exportMerge } from './model-scene.ts'
import { picture } from './picture.ts'
import { browser } from './test-browser.ts'

const scene = aModelScene()

test('an entry is translated by the writer and by a person, and read in each language at an address of its own', async () => {
  const account = await scene.anAccount([exportMerge(1), exportMerge(2)])
  await scene.connect(account, '--on')
  await scene.json('account', 'page', '--account', account, '--on', '--name', 'acme')
  const german = { title: 'Bericht Nummer 1 exportieren', body: '' }
  const {
    entries: [first],
  } = await scene.json('entry', 'list', '--account', account)
  const [number = ''] = /\d/.exec(first.title) ?? []
  const body = first.body === '' ? '' : `Bericht Nummer ${number} als Datei.`
  scene.models.behave(() => ({ text: JSON.stringify({ title: german.title.replace('1', number), body }) }))

  const visitor = await scene.join(account, 'owner', 'settings/writing')
  const { page } = visitor
  await heading(page, 'Writing')
  await page.getByLabel('Add a language').selectOption('de')
  await page.getByRole('button', { name: 'Remove German' }).waitFor()
  await page.getByLabel('Add a language').selectOption('ar')
  await page.getByRole('button', { name: 'Remove Arabic' }).waitFor()
  await picture(page, 'settings')
  await looksWell(page, 'settings')

  await page.goto(`${scene.tidings.baseUrl}/app/${account}/entries/${first.id}`)
  await page.getByRole('button', { name: 'Translations' }).click()
  const translations = page.getByRole('region', { name: 'Translations' })
  await translations.getByText('not translated').first().waitFor()
  await translations.getByRole('button', { name: 'Edit German' }).click()
  await translations.getByRole('button', { name: 'Translate' }).click()
  const headline = translations.getByLabel('Headline')
  await assert.doesNotReject(async () => {
    while ((await headline.inputValue()) === '') await page.waitForTimeout(50)
  })
  assert.match(await headline.inputValue(), /^Bericht Nummer/)
  await picture(page, 'proposed')
  await looksWell(page, 'proposed')
  await headline.fill(`Export von Bericht ${number}`)
  await page.reload()
  await translations.getByRole('button', { name: 'Edit German' }).click()
  assert.equal(await headline.inputValue(), `Export von Bericht ${number}`, 'what was typed is kept')
  await translations.getByRole('button', { name: 'Save', exact: true }).click()
  await translations.getByText('· translated').waitFor()

  await scene.json('entry', 'publish', first.id)
  const reader = await browser.newPage()
  await reader.goto(`${scene.tidings.baseUrl}/c/acme`)
  await reader.getByRole('link', { name: 'Deutsch' }).click()
  await reader.getByRole('heading', { name: `Export von Bericht ${number}` }).waitFor()
  assert.equal(await reader.locator('html').getAttribute('lang'), 'de')
  await picture(reader, 'page-de')
  await looksWell(reader, 'in German')
  await reader.getByRole('link', { name: `Export von Bericht ${number}` }).click()
  await picture(reader, 'entry-de')
  await reader.getByRole('link', { name: 'English' }).click()
  await reader.getByRole('heading', { name: first.title }).waitFor()

  // The worker has the writer translate into the language that no person translated into, and readers are told so.
  await reader.goto(`${scene.tidings.baseUrl}/c/acme/ar/e/x-${first.id}`)
  const machine = reader.getByText('ترجمة آلية')
  while ((await machine.count()) === 0) {
    await reader.waitForTimeout(200)
    await reader.reload()
  }
  assert.equal(await reader.locator('html').getAttribute('dir'), 'rtl')
  await picture(reader, 'entry-ar')
  await looksWell(reader, 'in Arabic')
  const feed = await scene.json('account', 'languages', '--account', account)
  const arabic = await (await fetch(feed.translated_into[1].feeds.json)).json()
  assert.equal(arabic.language, 'ar')

  await scene.json('account', 'page', '--account', account, '--title', 'News', '--intro', 'For shops.')
  await page.goto(`${scene.tidings.baseUrl}/app/${account}/channels/page`)
  const text = (label: string) => page.getByLabel(label, { exact: true })
  await text('Language of title and introduction').selectOption('ar')
  await text('Title').fill('المستجدات')
  await text('Title').press('Enter')
  await page.getByText('Saved.').waitFor()
  const preview = page.frameLocator('iframe')
  await preview.getByRole('heading', { name: 'المستجدات' }).waitFor()
  assert.equal(await preview.locator('html').getAttribute('dir'), 'rtl')
  await picture(page, 'page-settings')
  await looksWell(page, 'the settings of the page in Arabic')
  scene.models.behave(() => ({ text: JSON.stringify({ title: 'Neues', body: 'Für Läden.' }) }))
  await text('Language of title and introduction').selectOption('de')
  await page.getByRole('button', { name: 'Translate' }).click()
  await preview.getByText('Für Läden.').waitFor()
  assert.equal(await text('Title').inputValue(), 'Neues')
  await reader.goto(`${scene.tidings.baseUrl}/c/acme/ar`)
  await reader.getByRole('heading', { name: 'المستجدات', level: 1 }).waitFor()
  await picture(reader, 'page-ar')
  await looksWell(reader, 'the page in Arabic')
  const titled = await (await fetch(feed.translated_into[1].feeds.json)).json()
  assert.equal(titled.title, 'المستجدات')
  nothingWrong(visitor)
  await page.close()
})

test('a translation that two people edit is replaced only by whoever has seen what the other stored', async () => {
  const account = await scene.anAccount([exportMerge(1)])
  await scene.json('account', 'languages', '--account', account, '--into', 'de')
  const {
    entries: [{ id }],
  } = await scene.json('entry', 'list', '--account', account)
  const { page } = await scene.join(account, 'writer', `entries/${id}?tab=translations`)
  const translations = page.getByRole('region', { name: 'Translations' })
  const headline = translations.getByLabel('Headline')
  const save = translations.getByRole('button', { name: 'Save', exact: true })
  await translations.getByRole('button', { name: 'Edit German' }).click()
  // What is typed while the words before it are on their way stays.
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/actions/entry.translate', async route => {
    await arrived
    await route.continue()
  })
  await headline.fill('Von Ada')
  await save.click()
  await headline.fill('Von Ada, später')
  arrive()
  await translations.getByText('· translated').waitFor()
  assert.equal(await headline.inputValue(), 'Von Ada, später')
  await page.unrouteAll({ behavior: 'wait' })

  await scene.json('entry', 'translate', id, '--into', 'de', '--title', 'Von Bo')
  await translations.getByText('Changed by somebody else meanwhile: “Von Bo”.').waitFor()
  assert.equal(await headline.inputValue(), 'Von Ada, später')
  await translations.getByRole('button', { name: 'Discard' }).click()
  assert.equal(await headline.inputValue(), 'Von Bo')
  await headline.fill('Von beiden')
  await save.click()
  await translations.getByText('Not saved yet.').waitFor({ state: 'detached' })
  await scene.json('entry', 'translate', id, '--into', 'de', '--title', 'Wieder von Bo')
  await page.reload()
  await translations.getByRole('button', { name: 'Edit German' }).click()
  assert.equal(await headline.inputValue(), 'Wieder von Bo', 'what was saved is not put back later')
})
