import { createHash } from 'node:crypto'
import { clip, safeLine } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type LabelledLine, labelledLines } from './labelled-lines.ts'

/** A picture or recording in the description of a pull request, or two pictures of the same thing before and after. Everything in it is untrusted. */
export interface PullPicture {
  /** Stays the same as long as the description contains the picture. */
  key: string
  /** The addresses (http or https) of one picture, or of one before and one after the change. */
  addresses: readonly string[]
  /** The name of the file; empty if the address ends with only an id. */
  name: string
  /** The proposed alternative text; empty if the description says nothing about the picture. */
  alt: string
  /** Whether it is certainly a recording. For an address without a file type that is known only once it is fetched. */
  isRecording: boolean
}

type Side = 'before' | 'after'

interface Found {
  address: string
  alt: string
  side: Side | null
  heading: string
  isRecording: boolean
}

/** The most pictures of one pull request that are offered. */
const MOST_PICTURES = 10

/**
 * Finds the pictures and recordings in the description of a pull request: in Markdown, in HTML and as addresses on lines of their own,
 * except badges and SVGs. Two pictures that are labelled before and after are offered as a pair, ahead of each alone. Takes linear time.
 */
export function picturesIn(pull: Pick<MergedPull, 'body' | 'url'>): PullPicture[] {
  const found = new Map<string, Found>()
  for (const line of labelledLines(pull.body)) {
    for (const image of imagesOf(line.text)) {
      const address = addressOf(image.address, pull.url)
      if (address === null || found.has(address)) continue
      found.set(address, foundAt(line, { ...image, address }))
      if (found.size === MOST_PICTURES) return offered([...found.values()])
    }
  }
  return offered([...found.values()])
}

const offered = (found: readonly Found[]): PullPicture[] =>
  found.flatMap((picture, at) => {
    const next = found[at + 1]
    const isPair =
      picture.side === 'before' && next?.side === 'after' && !picture.isRecording && !next.isRecording
    return isPair ? [pairOf(picture, next), single(picture)] : [single(picture)]
  })

const single = ({ address, alt, heading, side, isRecording }: Found): PullPicture => ({
  key: keyOf([address]),
  addresses: [address],
  name: nameOf(address),
  alt: alt || (side && heading ? `${heading}, ${side}` : ''),
  isRecording,
})

function pairOf(before: Found, after: Found): PullPicture {
  const addresses = [before.address, after.address]
  const about = after.heading || before.heading
  const alt =
    before.alt && after.alt
      ? `Before: ${withoutSide(before.alt)}. After: ${withoutSide(after.alt)}.`
      : about && `Before and after: ${about}`
  const name = addresses.map(nameOf).filter(Boolean).join(' + ')
  return { key: keyOf(addresses), addresses, name, alt, isRecording: false }
}

const keyOf = (addresses: readonly string[]): string =>
  createHash('sha256').update(addresses.join(' ')).digest('hex').slice(0, 16)

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

const SIDE = /^\W{0,4}(before|after|old|new)\b/i
const SIDES: Record<string, Side> = { before: 'before', old: 'before', after: 'after', new: 'after' }
const SIDE_ALONE = /^\W{0,4}(?:before|after|old|new)\W{0,4}$/i

const sideOf = (...texts: string[]): Side | null => {
  const [word = ''] = texts.flatMap(text => SIDE.exec(text)?.[1]?.toLowerCase() ?? [])
  return SIDES[word] ?? null
}

const withoutSide = (alt: string): string =>
  alt
    .replace(SIDE, '')
    .replace(/^[\s:,.–—-]{1,8}/, '')
    .replace(/\.$/, '') || alt

/** The words that tools write for any picture, and those that only say which one of a pair it is. */
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

const MOST_ALT = 300

function foundAt({ label, heading }: LabelledLine, { address, alt, isRecording }: Image): Found {
  const about = SIDE_ALONE.test(heading) ? '' : heading
  const own = [alt, label, about].map(text => clip(safeLine(text), MOST_ALT)).find(text => !saysNothing(text))
  const side = sideOf(alt, label, heading)
  const isHeading = own === about
  return { address, alt: side && isHeading ? '' : (own ?? ''), side, heading: about, isRecording }
}
