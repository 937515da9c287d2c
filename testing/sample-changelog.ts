import { editEntry, illustrateEntry } from '#changelog/entries/edit.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { aChangelog, type Changelog, type PublishedEntry } from './changelog.ts'

const context = { clock: systemClock, ids: randomIds, actor: 'test', effects: [] }

interface SampleEntry extends PublishedEntry {
  day: string
  /** The language of the entry, as a BCP 47 tag. */
  language?: string
  /** The alternative text of the entry's picture. */
  alt?: string
}

const WIDTH = 1320
const HEIGHT = 720

type Box = [left: number, top: number, width: number, height: number, colour: number]

/** The boxes of a bar chart of seven days, from back to front. */
const CHART: Box[] = [
  [0, 0, WIDTH, HEIGHT, 0xeef1ee],
  [120, 96, 1080, 528, 0xffffff],
  ...[192, 288, 384, 480, 576].map(top => [168, top, 984, 2, 0xd5ddd6] as Box),
  ...[132, 196, 164, 244, 308, 276, 372].map(
    (height, n) => [204 + n * 136, 576 - height, 72, height, 0x2f6d4f] as Box,
  ),
]

const NOTES = `In the week of 12 October 2026: shared views; faster tables; and five more changes.

## New

- Shared views keep their filters when you send them to a colleague
- Pin up to five reports to the start page

## Improved

- Tables with 50,000 rows scroll without a pause
- The date picker remembers your last range

## Fixed

- Invitations no longer arrive twice
- Totals in the sidebar match those of the report
- Charts print in the colours of the screen`

const UPGRADE = `Deliveries carry \`version: 2\` and name the account that they belong to. Version 1 ends on 1 December 2026.

To upgrade:

1. Read the account from \`account.id\` instead of \`team\`.
2. Verify the signature with the new secret under **Settings → Webhooks**.
3. Turn on version 2 for each endpoint.

\`\`\`json
{ "version": 2, "event": "report.finished", "account": { "id": "acc_7Yk2" }, "report": { "id": "rep_91", "rows": 18204 } }
\`\`\``

/** A changelog as a team might have it: long and short entries, a picture, a list, code, three languages. */
const ENTRIES: SampleEntry[] = [
  {
    day: '2026-10-28',
    title: 'Export any report as CSV',
    body: 'Download what you see, with its filters and its order, from the **Export** menu of each report. Files of more than 100,000 rows are prepared in the background, and you get a mail when they are ready.',
    alt: 'A report with seven bars, one for each day of a week',
  },
  { day: '2026-10-27', kind: 'fix', title: 'Receipts show the currency of the order' },
  {
    day: '2026-10-22',
    kind: 'improvement',
    isBreaking: true,
    title: 'Webhooks name the account that they belong to',
    body: UPGRADE,
  },
  { day: '2026-10-20', kind: 'fix', title: 'Signing in works again with `SameSite=Strict` cookies' },
  { day: '2026-10-19', kind: 'performance', title: 'Search answers in a third of the time' },
  { day: '2026-10-16', title: 'Shared views, and six more changes', body: NOTES },
  {
    day: '2026-09-30',
    title: 'Berichte lassen sich als Kalenderwochen gruppieren',
    language: 'de',
    body: 'In der Auswertung steht neben Tag und Monat nun auch die Kalenderwoche. Die Abonnementverlängerungserinnerung berücksichtigt sie ebenfalls.',
  },
  {
    day: '2026-09-28',
    title: 'التقارير متاحة الآن باللغة العربية',
    language: 'ar',
    body: 'يمكنك الآن عرض كل التقارير وتصديرها باللغة العربية، بما في ذلك التواريخ والأرقام. غيّر اللغة من **الإعدادات**.',
  },
  { day: '2026-09-25', kind: 'fix', title: 'Invitations no longer arrive twice' },
  {
    day: '2026-09-21',
    kind: 'security',
    title: 'Sessions end when a password changes',
    body: 'Until now, browsers that were signed in stayed so for up to a day. You have nothing to do.',
  },
  {
    day: '2026-09-15',
    kind: 'deprecation',
    title: 'The v1 reports API ends on 31 March 2027',
    body: 'Use `/v2/reports`, which has paging and takes the same filters.\n\n| v1 | v2 |\n|---|---|\n| `GET /reports?limit=500` | `GET /v2/reports?page_size=100&after=…` |\n| `X-Team` | `Authorization: Bearer …` |\n\n> Requests to v1 carry a `Sunset` header from today.',
  },
  { day: '2026-09-10', kind: 'improvement', title: 'The date picker remembers your last range' },
  { day: '2026-09-08', kind: 'fix', title: 'Totals in the sidebar match those of the report' },
  {
    day: '2026-09-03',
    title: 'Pin reports to the start page',
    body: 'Pin up to five. Everyone in your team keeps a list of their own.',
  },
  ...Array.from({ length: 14 }, (_, n) => ({
    day: `2026-08-${String(28 - 2 * n).padStart(2, '0')}`,
    kind: (['fix', 'improvement', 'feature'] as const)[n % 3] ?? 'fix',
    title: [
      'Charts print in the colours of the screen',
      'Filters stay when you go back to the list',
      'Invite people with a link',
      'Time zones with half hours are shown right',
      'Larger type on small screens',
      'Duplicate a report with one click',
      'The sidebar no longer jumps while it loads',
    ][n % 7] as string,
  })),
]

interface SampleChangelog extends Changelog {
  /** The id of an entry by the first words of its title. */
  idOf(title: string): string
}

/** Publishes the sample entries under an account of that name. */
export async function aSampleChangelog(db: Database, name: string): Promise<SampleChangelog> {
  const changelog = await aChangelog(db, name)
  const ids = new Map<string, string>()
  for (const entry of ENTRIES) ids.set(entry.title, await publish(db, changelog, entry))
  const idOf = (title: string) => {
    const known = [...ids.keys()].find(one => one.startsWith(title))
    return (known && ids.get(known)) ?? ''
  }
  return { ...changelog, idOf }
}

async function publish(db: Database, changelog: Changelog, entry: SampleEntry): Promise<string> {
  const { day, language, alt, ...published } = entry
  const id = await changelog.publish({ ...published, at: Date.parse(`${day}T09:30:00Z`) })
  if (language) await db.write(tx => editEntry(tx, context, id, { language }))
  if (alt) {
    const picture = await pictureFrom(await chart(), 'sample')
    await db.write(tx => illustrateEntry(tx, context, id, { picture, alt }))
  }
  return id
}

async function chart(): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (const [left, top, width, height, colour] of CHART)
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) pixels.writeUIntBE(colour, (y * WIDTH + x) * 3, 3)
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer()
}
