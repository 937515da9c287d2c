import type { SizedImage } from '#changelog/feeds/content.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'

/** The picture that networks show beside a link. Its address is absolute. */
export type SharedPicture = SizedImage

/** The picture of a painted card at this address. */
export const cardAt = (url: string): SharedPicture => ({ url, width: 1200, height: 630, alt: '' })

/** The metadata that networks show of a document. */
interface Shared {
  /** The title of the list that the document belongs to. */
  site: string
  title: string
  description: string | null
  address: string
  picture: SharedPicture
  /** ISO 8601 time; null if the document is not an article. */
  published: string | null
}

/** The elements of Open Graph (ogp.me), with the large card format of social networks. */
export function sharingHead({ site, title, description, address, picture, published }: Shared): string {
  const properties = {
    'og:type': published === null ? 'website' : 'article',
    'og:site_name': site,
    'og:title': title,
    ...(description !== null && { 'og:description': description }),
    'og:url': address,
    'og:image': picture.url,
    'og:image:width': String(picture.width),
    'og:image:height': String(picture.height),
    ...(picture.alt !== '' && { 'og:image:alt': picture.alt }),
    ...(published !== null && { 'article:published_time': published }),
  }
  const metas = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeMarkup(content)}">\n`,
  )
  return `${metas.join('')}<meta name="twitter:card" content="summary_large_image">\n`
}
