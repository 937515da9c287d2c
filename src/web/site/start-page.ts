import { metaLine } from '#changelog/page/entry-html.ts'
import { en } from '#changelog/words/en.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { htmlPage, pathPrefix } from '#web/html-pages.ts'

/** A made-up changelog, so that a visitor sees at once what this is. */
const SAMPLE: { kind: Kind; day: string; title: string; body: string }[] = [
  {
    kind: 'feature',
    day: '2026-03-12',
    title: 'Export reports as CSV',
    body: 'Download any report with its filters applied, ready for a spreadsheet.',
  },
  {
    kind: 'fix',
    day: '2026-03-11',
    title: 'Receipts show the right currency',
    body: 'Until now, receipts of customers outside the euro area were shown in euros.',
  },
  {
    kind: 'performance',
    day: '2026-03-09',
    title: 'Search answers in a third of the time',
    body: 'Results appear while you type, also in workspaces with a million documents.',
  },
]

/** What stands at the root: what Tidings does, shown by an example, and the two ways on. */
export function startPage(baseUrl: string): Promise<string> {
  const prefix = pathPrefix(baseUrl)
  return htmlPage(baseUrl, {
    title: 'Tidings',
    description: 'A changelog for the people who use what you build.',
    path: '/',
    body: `<main id="content" class="start">
<h1>What shipped, in words for the people who use it.</h1>
<p>Tidings follows a team’s merged pull requests and publishes those that customers would notice.</p>
<section class="sample" aria-label="A sample changelog">${SAMPLE.map(sampleHtml).join('')}</section>
<ul class="ways">
<li><a href="${prefix}/app"><strong>Open the dashboard</strong><span>For the team: review, edit, publish.</span></a></li>
<li><a href="${prefix}/docs"><strong>Read a changelog</strong><span>For developers: feeds, caching, the highlights query, assistants.</span></a></li>
</ul>
</main>`,
  })
}

const sampleHtml = ({ kind, day, title, body }: (typeof SAMPLE)[number]): string =>
  `<article>${metaLine({ kind, isBreaking: false, published: Date.parse(day) }, { timeZone: 'UTC', date: 'long', words: en })}<h2>${title}</h2><p>${body}</p></article>`
