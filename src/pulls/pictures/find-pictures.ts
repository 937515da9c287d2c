import { createHash } from 'node:crypto'
import { fencedCode } from '#platform/markup/fences.ts'
import { headingText, withoutComments } from '#platform/markup/markup.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** A picture or recording in the description of a pull request. Everything in it is untrusted. */
export interface PullPicture {
  /** Stays the same as long as the description contains the picture. */
  key: string
  /** http or https. */
  address: string
  /** The name of the file; empty if the address ends with only an id. */
  name: string
  /** The proposed alternative text; empty if the description says nothing about the picture. */
  alt: string
  /** Whether it is certainly a recording. For an address without a file type that is known only once it is fetched. */
  isRecording: boolean
}

/** The most pictures of one pull request that are offered. */
const MOST_PICTURES = 10

/**
 * Finds the pictures and recordings in the description of a pull request: in Markdown, in HTML and as addresses on lines of their own,
 * except badges and SVGs. Takes linear time.
 */
export function picturesIn(pull: Pick<MergedPull, 'body' | 'url'>): PullPicture[] {
  const found = new Map<string, PullPicture>()
  for (const { text, about } of describedLines(pull.body)) {
    for (const image of imagesOf(text)) {
      const address = addressOf(image.address, pull.url)
      if (address === null || found.has(address)) continue
      found.set(address, {
        key: createHash('sha256').update(address).digest('hex').slice(0, 16),
        address,
        name: nameOf(address),
        alt:
          [image.alt, ...about]
            .map(words => clip(safeLine(words), MOST_ALT))
            .find(alt => !saysNothing(alt)) ?? '',
        isRecording: image.isRecording,
      })
      if (found.size === MOST_PICTURES) return [...found.values()]
    }
  }
  return [...found.values()]
}

/** The most characters of a description that are read. */
const MOST_CHARACTERS = 200_000
const MOST_ALT = 300
const MOST_LABEL = 80
const HEADING = /^ {0,3}#{1,6}(?!#)(.*)/
const HTML_HEADING = /<h[1-6]\b[^<>]*>([^<>]*)<\/h[1-6]>/gi

/** The lines of a description without comments and code, each with what may say what it shows: the line above and the nearest heading. */
function* describedLines(description: string): Generator<{ text: string; about: string[] }> {
  // In HTML, each tag is put on one line.
  const lines = withoutComments(description.slice(0, MOST_CHARACTERS))
    .replace(/<[a-z][^<>]*>/gi, tag => tag.replace(/\s+/g, ' '))
    .replace(HTML_HEADING, '\n## $1\n')
    .split('\n')
  const isCode = fencedCode()
  let heading = ''
  let above = ''
  for (const line of lines) {
    if (isCode(line)) continue
    const text = line.replace(/^[\s>]*/, '')
    const title = HEADING.exec(line)?.[1]
    if (title !== undefined) heading = labelFrom(headingText(title))
    yield { text, about: [above, heading] }
    if (text !== '') above = title === undefined ? labelFrom(text) : ''
  }
}

/** The plain words of a short line; empty for a long one, and for one with a picture or an address. */
function labelFrom(line: string): string {
  if (/!\[|<img\b|https?:/i.test(line)) return ''
  const words = line
    .replace(/<[^<>]*>/g, ' ')
    .replace(/^(?:[-*+]|\d{1,3}[.)])\s/, '')
    .replace(/[*_`~]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/:$/, '')
  return words.length <= MOST_LABEL ? words : ''
}

const MOST_NAME = 60
const ID = /^[\w-]{20,}$/

function nameOf(address: string): string {
  const { pathname } = new URL(address)
  const last = safeLine(decoded(pathname.slice(pathname.lastIndexOf('/') + 1)))
  return ID.test(last) ? '' : clip(last, MOST_NAME)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface Image {
  address: string
  alt: string
  isRecording: boolean
}

const MARKDOWN_LINK = /(!?)\[([^[\]]*)\]\( ?<?([^\s()<>]+)/g
const HTML_MEDIA = /<(?:img|video|source)\b[^<>]*>/gi
/** Matches the address of a recording. Recordings are linked, or their addresses are on lines of their own, where GitHub shows a player. */
const RECORDING = /\.(?:gif|mp4|webm)$/i
const UPLOAD_ALONE = /^https?:\/\/[^\s<>]+\/user-attachments\/assets\/[\w-]+$/
const ADDRESS_ALONE = /^https?:\/\/[^\s<>]+$/
const SMALLEST = 48

function imagesOf(line: string): Image[] {
  const prose = line.includes('`') ? line.replace(/`[^`]*`/g, '') : line
  const markdown = prose.includes('](') ? [...prose.matchAll(MARKDOWN_LINK)] : []
  const tags = prose.includes('<') ? (prose.match(HTML_MEDIA) ?? []) : []
  const alone = prose.trim()
  if (ADDRESS_ALONE.test(alone))
    return isRecordingAt(alone) || UPLOAD_ALONE.test(alone)
      ? [{ alt: '', address: alone, isRecording: true }]
      : []
  return [
    ...markdown.flatMap(([, mark, alt = '', address = '']) => {
      const isRecording = isRecordingAt(address)
      return mark || isRecording ? [{ alt, address, isRecording }] : []
    }),
    ...tags.flatMap(tag => {
      const attributes = attributesOf(tag)
      const address = attributes.get('src')
      const isIcon = Number.parseInt(attributes.get('width') ?? attributes.get('height') ?? '', 10) < SMALLEST
      const isRecording = /^<(?:video|source)/i.test(tag) || isRecordingAt(address ?? '')
      const alt = attributes.get('alt') ?? attributes.get('aria-label') ?? attributes.get('title') ?? ''
      return address && !isIcon ? [{ address, alt, isRecording }] : []
    }),
  ]
}

const isRecordingAt = (address: string): boolean => RECORDING.test(address.replace(/[?#].*/, ''))

const ATTRIBUTE = /(?<= )([a-z-]+) ?= ?(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

const attributesOf = (tag: string): Map<string, string> =>
  new Map(
    [...tag.matchAll(ATTRIBUTE)].map(([, name = '', double, quoted, bare]) => [
      name.toLowerCase(),
      (double ?? quoted ?? bare ?? '').replaceAll('&amp;', '&').replaceAll('&quot;', '"'),
    ]),
  )

const UPLOADS = /^\/(?:uploads|attachments)\//
const NO_PICTURE = /\.(?:svg|mov|pdf|zip)$/i
const BADGE_HOST =
  /(?:^|\.)(?:shields\.io|badge\.fury\.io|badgen\.net|codecov\.io|coveralls\.io|circleci\.com|travis-ci\.(?:org|com)|sonarcloud\.io|snyk\.io|codacy\.com|codeclimate\.com|readthedocs\.org|gitpod\.io|app\.codacy\.com|dependabot-badges\.githubapp\.com|avatars\.githubusercontent\.com|gravatar\.com|stackblitz\.com|vercel\.com)$/
const BADGE_PATH = /\/badges?\/|badge\.(?:png|svg)$|\/button[./]|\/avatars?\//i

/** The address of a picture that may be offered; null for any other. Uploads on GitLab and Forgejo are given by their path alone. */
function addressOf(text: string, page: string | null): string | null {
  const site = page && UPLOADS.test(text) ? URL.parse(page) : null
  const url = site ? uploadAt(site, text) : URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  if (NO_PICTURE.test(url.pathname) || BADGE_HOST.test(url.hostname) || BADGE_PATH.test(url.pathname))
    return null
  url.hash = ''
  return url.href
}

/** The address of an upload by its path: on GitLab below the project, on Forgejo below the site. */
function uploadAt(page: URL, path: string): URL | null {
  const at = page.pathname.indexOf('/-/merge_requests/')
  return URL.parse(
    path.startsWith('/uploads/') && at !== -1 ? `${page.pathname.slice(0, at)}${path}` : path,
    page.origin,
  )
}

/** The words that tools write for any picture, and those that only say which one of two it is. */
const EMPTY_WORDS = new Set(
  'image img picture photo video demo gif screen shot screenshot cleanshot recording capture alt text at from am pm before after old new'.split(
    ' ',
  ),
)
const FILE_NAME = /\.(?:png|jpe?g|gif|webp|avif|bmp|heic|svg|mp4|webm|mov)$/i

/** Whether a text describes no picture: it is empty, the name of a file, or what tools write for any picture. */
export function saysNothing(alt: string): boolean {
  const text = alt.slice(0, 1_000).trim()
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return FILE_NAME.test(text) || ID.test(text) || words.every(word => EMPTY_WORDS.has(word))
}
