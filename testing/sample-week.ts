import type { PullSketch } from './pulls.ts'

/** A week in the life of a made-up team, oldest first, for `npm run dev` and for pictures. */
export const SAMPLE_WEEK: (PullSketch & { title: string; number: number })[] = [
  {
    number: 801,
    title: 'feat(reports): export any report as CSV',
    body: 'Users can download what they see, filters included.',
    files: ['src/reports/export.ts', 'src/reports/ExportButton.tsx', 'src/reports/export.test.ts'],
  },
  { number: 802, title: 'ci: cache packages between jobs', files: ['.github/workflows/ci.yml'] },
  {
    number: 803,
    title: 'fix(receipts): receipts show the currency of the order',
    body: 'Orders in yen were printed in dollars.',
    files: ['src/receipts/total.ts', 'src/receipts/total.test.ts'],
  },
  {
    number: 804,
    title: 'chore(deps): bump zod from 4.6.6 to 4.6.7',
    authorIsBot: true,
    files: ['package-lock.json'],
  },
  {
    number: 805,
    title: 'perf(search): answer from the index instead of scanning every document',
    body: 'Searching 100,000 documents takes 40 ms instead of two seconds.',
    files: ['src/search/index.ts', 'src/search/query.ts'],
  },
  {
    number: 806,
    title: 'refactor: split the session store',
    files: ['src/session/store.ts', 'src/session/read.ts'],
  },
  {
    number: 807,
    title: 'Keep the draft of a comment when the connection drops',
    files: ['src/comments/draft.ts', 'src/comments/Composer.tsx'],
  },
  { number: 808, title: 'docs: explain how webhooks are signed', files: ['docs/webhooks.md'] },
  {
    number: 809,
    title: 'fix: sign-in no longer fails on addresses with a plus sign (#790)',
    files: ['src/sign-in/address.ts'],
  },
  { number: 810, title: 'test: cover time zones west of Greenwich', files: ['src/calendar/zones.test.ts'] },
  {
    number: 811,
    title: 'feat(calendar): show two time zones side by side',
    body: 'You can pick a second zone in the settings, and the week shows both.',
    files: ['src/calendar/Week.tsx', 'src/calendar/zones.ts', 'src/settings/Zones.tsx'],
  },
  { number: 812, title: 'security: check the sender of password mails', files: ['src/mail/sender.ts'] },
  { number: 813, title: 'feat(calendar): drag events between weeks', files: ['src/calendar/drag.ts'] },
  {
    number: 814,
    title: 'Revert "feat(calendar): drag events between weeks (#813)"',
    body: 'Reverts acme/app#813',
    files: ['src/calendar/drag.ts'],
  },
  { number: 815, title: 'deprecate the v1 import address', files: ['src/import/v1.ts', 'docs/import.md'] },
]
