// Compares what the pages of the dashboard load with their budget: scripts and styles until the page can be used, compressed with gzip,
// without fonts and without what is loaded on demand. Reads the built dashboard. Prints a line for each page; exits with 1 when one is too large.
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isDynamicEntry?: boolean
}

const KB = 1000
const dist = new URL('../dashboard/dist/', import.meta.url)
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

/** The files that the browser loads for these chunks, with those that they import. */
function filesOf(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name]
    if (!chunk || found.has(chunk.file)) continue
    found.add(chunk.file)
    for (const style of chunk.css ?? []) found.add(style)
    filesOf(chunk.imports ?? [], found)
  }
  return found
}

const sizeOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + statSync(new URL(`${file}.gz`, dist)).size, 0)

const ENTRY = 'index.html'
const FRAME = 'src/frame/frame.tsx'
const INBOX = 'src/inbox/inbox-page.tsx'
const pages = Object.keys(manifest).filter(name => name.endsWith('-page.tsx'))
/** The files that every page of an account shares, which are loaded once the first page is opened. */
const shared = filesOf([ENTRY, FRAME, ...(manifest[INBOX] ? [INBOX] : [])])

const rows = pages.map(page => {
  const isOutside = page.startsWith('src/sign-in/')
  if (isOutside) return { page, size: sizeOf(filesOf([ENTRY, page])), most: 130 * KB }
  if (page === INBOX) return { page, size: sizeOf(shared), most: 215 * KB }
  const own = [...filesOf([page])].filter(file => !shared.has(file))
  return { page, size: sizeOf(own), most: 25 * KB }
})

// The widget is loaded on other sites, always as a whole.
rows.push({ page: 'widget', size: sizeOf(['../widget/dist/widget.js']), most: 8 * KB })

for (const { page, size, most } of rows) {
  const verdict = size <= most ? 'ok' : 'TOO LARGE'
  console.log(
    `${basename(page, '.tsx').padEnd(20)} ${(size / KB).toFixed(1).padStart(6)} kB of ${most / KB} kB  ${verdict}`,
  )
}
if (rows.some(({ size, most }) => size > most)) process.exitCode = 1
