import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { memoizeOnce } from '#platform/cache.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { PALETTE_SHEET } from '#platform/palette.ts'

interface HtmlPage {
  title: string
  description: string
  /** Trusted HTML. */
  body: string
  /** The path of the page without the prefix, which marks the current item of the navigation. */
  path: string
  /** A script among the assets. The page must be complete without it. */
  script?: string
}

const NAVIGATION = [
  { path: '/docs', label: 'Reading a changelog' },
  { path: '/docs/highlights', label: 'Highlights' },
  { path: '/docs/mcp', label: 'Assistants' },
  { path: '/docs/problems', label: 'Problems' },
  { path: '/openapi.json', label: 'OpenAPI' },
  { path: '/.well-known/api-catalog', label: 'API catalog' },
  { path: '/status.json', label: 'Status' },
]

/** The path of the public address, without a slash at its end; empty if it has none. */
export const pathPrefix = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/** A whole HTML page that loads only our own files. */
export async function htmlPage(
  baseUrl: string,
  { title, description, body, path, script }: HtmlPage,
): Promise<string> {
  const prefix = pathPrefix(baseUrl)
  const folder = `${prefix}/assets/${(await assets()).version}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeMarkup(title)}</title>
<meta name="description" content="${escapeMarkup(description)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${folder}/icon.svg" type="image/svg+xml">
<link rel="preload" href="${folder}/serif.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${folder}/type.css">
<link rel="stylesheet" href="${folder}/site.css">
<link rel="api-catalog" href="${prefix}/.well-known/api-catalog">
${script === undefined ? '' : `<script type="module" src="${folder}/${script}"></script>\n`}</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="masthead">
<a class="brand" href="${prefix}/">Tidings</a>
<nav aria-label="Documentation"><ul>${NAVIGATION.map(item => navigationItem(prefix, item, path)).join('')}</ul></nav>
</header>
${body}
</body>
</html>
`
}

function navigationItem(
  prefix: string,
  { path, label }: { path: string; label: string },
  here: string,
): string {
  const current = path === here ? ' aria-current="page"' : ''
  return `<li><a href="${prefix}${path}"${current}>${label}</a></li>`
}

interface Asset {
  type: string
  body: Uint8Array<ArrayBuffer>
}

/** The files that our pages load, with one version for all of them. */
interface Assets {
  /** The hash of all files, which is part of their URLs. */
  version: string
  files: ReadonlyMap<string, Asset>
}

const font = (name: string) => import.meta.resolve(`@fontsource-variable/${name}-wght-normal.woff2`)
const own = (name: string) => new URL(`./site/${name}`, import.meta.url).href

/** The files of each asset. Several files are joined into one asset. */
const SOURCES: Record<string, { type: string; files: string[] }> = {
  'type.css': { type: 'text/css; charset=utf-8', files: [PALETTE_SHEET.href, own('type.css')] },
  'site.css': { type: 'text/css; charset=utf-8', files: [own('site.css'), own('start.css')] },
  'copy.js': { type: 'text/javascript; charset=utf-8', files: [own('copy.js')] },
  'icon.svg': { type: 'image/svg+xml', files: [own('icon.svg')] },
  'serif.woff2': { type: 'font/woff2', files: [font('source-serif-4/files/source-serif-4-latin')] },
  'sans.woff2': { type: 'font/woff2', files: [font('source-sans-3/files/source-sans-3-latin')] },
  'code.woff2': { type: 'font/woff2', files: [font('source-code-pro/files/source-code-pro-latin')] },
}

/** The assets, read on first use and then kept: a quarter of a megabyte. */
export const assets = memoizeOnce(load)

async function load(): Promise<Assets> {
  const files = new Map<string, Asset>()
  const hash = createHash('sha256')
  for (const [name, { type, files: parts }] of Object.entries(SOURCES)) {
    const body = new Uint8Array(
      Buffer.concat(await Promise.all(parts.map(part => readFile(fileURLToPath(part))))),
    )
    files.set(name, { type, body })
    hash.update(body)
  }
  return { version: hash.digest('hex').slice(0, 12), files }
}
