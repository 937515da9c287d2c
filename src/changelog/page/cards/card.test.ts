import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { formatOf, pictureFrom } from '#changelog/entries/images/picture.ts'
import { type Card, cardTasks } from './card-drawing.ts'
import { paintCard } from './cards.ts'

const CARD = {
  entry: { title: 'Export reports as CSV', kind: { name: 'feature', label: 'New' }, leads: [] },
  pageTitle: 'What is new at Acme',
  language: 'en',
  accent: null,
} as const

test('a card is painted after an image was uploaded, and an SVG is still no upload', async () => {
  const create = { width: 8, height: 8, channels: 3, background: 'red' } as const
  await pictureFrom(await sharp({ create }).png().toBuffer(), 'acme')
  assert.equal(formatOf(await paintCard(CARD, 'acme')), 'png')
  const disguised = Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  await assert.rejects(pictureFrom(disguised, 'acme'), { code: 'invalid_parameter' })
  await assert.rejects(
    sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).metadata(),
    /unsupported image format/,
  )
})

const draw = (title: string, more: Partial<Card> = {}): Promise<string> =>
  cardTasks.draw({ ...CARD, entry: { ...CARD.entry, title }, ...more }, () => {})

test('a headline is drawn in every script that has a face, and the page’s name in its place in others', async () => {
  const [nothing, other] = [await draw('ส่งออกรายงาน'), await draw('निर्यात')]
  assert.ok(nothing === other, 'neither is drawn')
  const titles = [
    'التقارير متاحة',
    'אפשר לייצא',
    '现在可以导出',
    'レポートを書き出せる',
    '보고서를 내보낼',
    'Отчёты',
    'Αναφορές',
  ]
  const drawn = await Promise.all(titles.map(title => draw(title)))
  assert.equal(new Set([nothing, ...drawn]).size, titles.length + 1)
})

test('a sign that no face has is left out', async () => {
  assert.ok((await draw('Export reports ⇶ 🎉')) === (await draw('Export reports')))
  assert.ok((await draw('Export \u0378 reports')) === (await draw('Export reports')))
})

test('characters that Chinese and Japanese share are drawn as the language asks', async () => {
  assert.notEqual(await draw('直接編集', { language: 'ja' }), await draw('直接編集', { language: 'zh' }))
})

test('a card of an edition has the titles that lead it', async () => {
  const entry = { title: 'Week of 23 February', kind: null, leads: [] }
  const [without, led] = [
    await draw('', { entry }),
    await draw('', { entry: { ...entry, leads: ['Add passkeys', 'Add webhooks'] } }),
  ]
  const texts = (svg: string) => svg.match(/<path/g)?.length ?? 0
  assert.ok(texts(led) > texts(without))
})
