import { escapeMarkup } from '#platform/markup/markup.ts'
import { assets } from './assets.ts'

export interface Page {
  title: string
  description: string
  /** HTML, ours. */
  body: string
  /** The path of this page, without the prefix: marks where the reader is. */
  path: string
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

/** What stands before our paths where the public address has a path of its own. */
export const prefixOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/** A whole HTML page. It loads our own files only, and runs no script. */
export async function htmlPage(baseUrl: string, { title, description, body, path }: Page): Promise<string> {
  const prefix = prefixOf(baseUrl)
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
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
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
