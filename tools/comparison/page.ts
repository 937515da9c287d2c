import { hash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { entryContent } from '#changelog/feeds/content.ts'
import type { Comparison } from './comparison.ts'

type Hand = 'team' | 'offline' | 'model'

const NAMES: Record<Hand, string> = { team: 'The team', offline: 'Without a model', model: 'With the model' }

/** The page's script: counts which words are chosen, and tells whose they were once all are. Contains no text of a pull request. */
const COUNTING = `
const names = ${JSON.stringify(NAMES)}
const sections = [...document.querySelectorAll('section')]
addEventListener('change', () => {
  const chosen = document.querySelectorAll('input:checked')
  const counts = {}
  for (const { value } of chosen) counts[value] = (counts[value] ?? 0) + 1
  document.querySelector('output').textContent = chosen.length < sections.length
    ? chosen.length + ' of ' + sections.length + ' chosen'
    : Object.entries(names).map(([hand, name]) => name + ': ' + (counts[hand] ?? 0)).join(', ')
})
`

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem }
section { border-top: 1px solid #8886; padding: 1.5rem 0 }
fieldset { border: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); padding: 0 }
label { border: 1px solid #8886; border-radius: 6px; cursor: pointer; padding: 1rem }
label:has(:checked) { outline: 2px solid }
details { margin: 0 0 1rem }
pre { overflow-x: auto; white-space: pre-wrap }
output { background: Canvas; bottom: 0; display: block; font-weight: 600; padding: 0.75rem 0; position: sticky }
`

/**
 * One HTML document on which a reader chooses, change by change, the words that they would rather read. Whose words they are is told only
 * once all are chosen. Needs no server and no other file.
 */
export async function comparePage(name: string, compared: readonly Comparison[]): Promise<string> {
  const sections = await Promise.all(compared.map(section))
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash('sha256', COUNTING, 'base64')}'">
<title>Whose words? ${name}</title>
<style>${raw(STYLE)}</style>
<h1>Whose words? ${name}</h1>
<p>Choose for each change the words that you would rather read as a customer. Whose they are is told at the end.</p>
${sections}
<output>0 of ${compared.length} chosen</output>
<script>${raw(COUNTING)}</script>
</html>
`
  return String(await page)
}

/** The section of one change. A hash orders its wordings, so that the order is always the same but does not reveal whose they are. */
async function section({ reference, pull, ...words }: Comparison) {
  const hands = (['team', 'offline', 'model'] as const)
    .flatMap(hand =>
      words[hand] === null ? [] : [{ hand, copy: words[hand], order: hash('sha256', reference + hand) }],
    )
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
  const choices = await Promise.all(
    hands.map(async ({ hand, copy }) => {
      const { title, html: body } = await entryContent(copy.headline, copy.body)
      return html`<label><input type="radio" name="${reference}" value="${hand}"> <strong>${title}</strong>${raw(body)}</label>`
    }),
  )
  return html`<section>
<details><summary>${pull.title} (${reference})</summary><pre>${pull.body}</pre></details>
<fieldset>${choices}</fieldset>
</section>
`
}
