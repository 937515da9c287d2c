import type { PullSketch } from './pulls.ts'

/** A merged pull request of the sample company, without its number and time. */
type SampleMerge = PullSketch & { title: string }

/** The area of the product, the title, the description, and the labels if any. */
type Line = [area: string, title: string, body?: string, ...labels: string[]]

const FOR_CUSTOMERS: Line[] = [
  [
    'reports',
    'feat(reports): export any report as CSV',
    'Users can download what they see, with its filters and its order. Files of more than 100,000 rows are prepared in the background, and a mail says when they are ready.',
    'customer-request',
  ],
  [
    'receipts',
    'fix(receipts): receipts show the currency of the order',
    'Orders in yen were printed in dollars.',
  ],
  [
    'search',
    'perf(search): search is twice as fast in large workspaces',
    'Searching 100,000 documents takes 40 ms instead of two seconds.',
  ],
  [
    'calendar',
    'feat(calendar): show two time zones side by side',
    'You can pick a second zone in the settings, and the week shows both.',
  ],
  [
    'sign-in',
    'fix: sign-in no longer fails on addresses with a plus sign (#790)',
    'Addresses such as ada+news@example.com were refused.',
  ],
  [
    'api',
    'feat(api)!: name the account in webhooks',
    'BREAKING CHANGE: read the account from `account.id` instead of `team`.',
    'breaking',
  ],
  [
    'calendar',
    'feat(calendar): drag events between weeks',
    'Hold an event at the edge of the week to turn the page.',
  ],
  ['mail', 'security: check the sender of password mails', 'Mails from look-alike domains are refused.'],
  ['comments', 'Keep the draft of a comment when the connection drops'],
  [
    'reports',
    'feat(reports): schedule a report by mail',
    'Pick a weekday and a time, and the report arrives as PDF.',
    'customer-request',
  ],
  [
    'import',
    'deprecate the v1 import address',
    'Use `/v2/import`, which has paging. The old one ends on 31 March.',
  ],
  [
    'mobile',
    'feat(mobile): take pictures of receipts',
    'Amount, date and currency are read from the picture.',
  ],
  ['mobile', 'fix(mobile): the keyboard no longer covers the comment field'],
  ['dashboard', 'feat(dashboard): pin up to five reports to the start page'],
  [
    'reports',
    'feat(i18n): التقارير متاحة الآن باللغة العربية',
    'All reports can be read in Arabic, with dates and numbers.',
  ],
  [
    'billing',
    'feat(billing): payment by invoice',
    'Teams on the yearly plan can pay within 30 days.',
    'customer-request',
  ],
  ['tables', 'perf(tables): tables with 50,000 rows scroll without a pause'],
  ['sharing', 'feat(sharing): shared views keep their filters'],
  ['sign-in', 'feat(sign-in): sign in with a passkey', 'Passkeys can be added in your profile.'],
  ['charts', 'fix(charts): printed charts have the colours of the screen'],
  ['filters', 'feat(filters): filters stay when you go back to the list'],
  [
    'members',
    'feat(members): invite people with a link',
    'The link is valid for seven days and can be withdrawn.',
  ],
  ['calendar', 'fix(calendar): time zones with half hours are shown correctly'],
  ['reports', 'feat(reports): duplicate a report with one click'],
  ['dashboard', 'fix(dashboard): the sidebar no longer jumps while it loads'],
  ['search', 'feat(search): search inside attached PDF files'],
  ['api', 'feat(api): filter invoices by their due date'],
  ['mobile', 'perf(mobile): the app opens in half the time'],
  ['receipts', 'feat(receipts): send a receipt again'],
  ['comments', 'feat(comments): mention a colleague with @'],
  ['billing', 'fix(billing): prices include the tax of your country'],
  ['members', 'feat(members): a role for people who only read'],
  ['import', 'feat(import): import contacts from a spreadsheet', 'Columns are recognised by their names.'],
  ['import', 'fix(import): names with accents are imported correctly'],
  ['calendar', 'feat(calendar): subscribe to your calendar from your phone'],
  ['charts', 'feat(charts): compare two periods in one chart'],
  ['tables', 'feat(tables): freeze the first column'],
  ['settings', 'feat(settings): dark mode follows your system'],
  ['mail', 'fix(mail): invitations no longer arrive twice'],
  ['api', 'feat(api): cursors for all lists'],
  ['sharing', 'feat(sharing): protect a shared link with a password'],
  ['search', 'fix(search): quoted words are searched as a phrase'],
  ['mobile', 'feat(mobile): offline mode that syncs later'],
  [
    'billing',
    'feat(billing): preview the next invoice',
    'You can see what the month comes to at any time, with each seat and its price.',
  ],
  ['dashboard', 'perf(dashboard): the start page loads in under a second'],
  ['reports', 'fix(reports): the sidebar shows the same totals as the report'],
  ['comments', 'fix(comments): links in comments open in a new tab'],
  ['sign-in', 'security: sessions end when a password changes', 'You are signed out on all other devices.'],
  [
    'tables',
    'feat(tables): sort by more than one column',
    'Hold Shift and click a second heading. The order is kept with the view.',
  ],
  [
    'receipts',
    'feat(receipts): forward receipts by mail',
    'Each workspace has an address. What you forward to it is filed under its date.',
  ],
  ['charts', 'feat(charts): save a chart as a picture'],
  ['members', 'fix(members): names of former colleagues stay on their comments'],
  ['settings', 'feat(settings): choose the first day of the week'],
  ['import', 'perf(import): imports run four times as fast'],
  ['filters', 'feat(filters): filter by empty fields'],
  ['sharing', 'fix(sharing): links to deleted views say so'],
  ['api', 'feat(api): tokens can be limited to reading', 'Choose **Read only** when you create a token.'],
  ['mail', 'feat(mail): choose which mails you get', 'You can switch off each kind of mail in your profile.'],
  ['search', 'feat(search): recent searches are remembered'],
  ['dashboard', 'feat(dashboard): larger type on small screens'],
  ['reports', 'feat(reports): group by calendar week'],
  ['billing', 'feat(billing): change the address on invoices'],
  ['calendar', 'fix(calendar): reminders of moved events are kept'],
  ['mobile', 'feat(mobile): unlock the app with your face'],
]

const INTERNAL: Line[] = [
  ['ci', 'ci: cache packages between jobs'],
  ['deps', 'chore(deps): bump zod from 4.6.6 to 4.6.7', '', 'dependencies'],
  ['session', 'refactor: split the session store'],
  ['calendar', 'test: cover time zones west of Greenwich'],
  ['docs', 'docs: explain how webhooks are signed'],
  ['deps', 'chore(deps-dev): bump vite from 8.3.6 to 8.3.8', '', 'dependencies'],
  ['reports', 'refactor(reports): move the exporter into its own module'],
  ['ci', 'build: pin the base image'],
  ['search', 'test(search): run the ranking tests on both indexes'],
  ['api', 'refactor(api): tidy up request logging'],
  ['billing', 'refactor(billing): drop the old invoice flag'],
  ['tools', 'Add a script that seeds the demo workspace'],
]

const FOLDERS: Record<string, (area: string) => string[]> = {
  ci: () => ['.github/workflows/ci.yml'],
  deps: () => ['package.json', 'package-lock.json'],
  docs: () => ['docs/webhooks.md'],
  tools: () => ['tools/seed.ts'],
}

const filesOf = (area: string, title: string): string[] =>
  FOLDERS[area]?.(area) ??
  (title.startsWith('test')
    ? [`src/${area}/${area}.test.ts`]
    : [`src/${area}/index.ts`, `src/${area}/view.tsx`, `src/${area}/index.test.ts`])

const AUTHORS = ['ada', 'bo', 'cy', 'dora', 'emil']

/** Labels for the changes for customers. Two of three changes get one, so that the sample has every confidence. */
const MARKS = [['release-notes'], ['user-facing'], []]

function mergeOf([area, title, body = '', ...labels]: Line, at: number, marks: string[] = []): SampleMerge {
  const isBot = area === 'deps'
  return {
    ...{ title, body, labels: [...labels, ...marks], authorIsBot: isBot },
    author: isBot ? 'dependabot[bot]' : (AUTHORS[at % AUTHORS.length] ?? 'ada'),
    repo: area === 'mobile' ? 'northwind/mobile' : 'northwind/app',
    files: filesOf(area, title),
  }
}

/** The merges, oldest first: four internal ones follow each one for customers. */
export const SAMPLE_MERGES: SampleMerge[] = FOR_CUSTOMERS.toReversed().flatMap((line, at) => [
  mergeOf(line, at, MARKS[at % MARKS.length]),
  ...[0, 1, 2, 3].map(step => mergeOf(INTERNAL[(4 * at + step) % INTERNAL.length] ?? line, at + step)),
])
