import type { Account } from '#accounts/account.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { imageOf } from '#changelog/entries/images/images.ts'
import { stillOf } from '#changelog/entries/images/stills.ts'
import { linkPicture } from '#changelog/page/cards/link-picture.ts'
import { clip } from '#platform/text.ts'
import type { SocialAccount } from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import type { Limits, NetworkClient, OutgoingPost, PostPicture } from '#social/network.ts'
import { cardOf, linkIn, linkOf, publicWords } from '#social/texts/link.ts'
import type { LoadedPost } from './load.ts'

/**
 * Assembles a post and uploads its picture: the entry's, or the poster of its recording; otherwise the
 * thumbnail of the link's card, if posts of the network carry cards.
 */
export async function outgoingPost(
  context: SocialContext,
  { post, entry, account, socialAccount, network }: LoadedPost,
  client: NetworkClient,
): Promise<OutgoingPost> {
  const { settings, limits } = socialAccount
  const image = await entryPicture(context, entry, limits)
  const hasCard = image === null && network.cards === 'given'
  const link = hasCard ? linkIn(post.text, await linkOf(context.db.read, context.baseUrl, entry)) : null
  return {
    key: { id: post.id, createdAt: post.createdAt },
    text: post.text,
    language: languageOf(socialAccount, entry, account),
    visibility: settings.visibility,
    image: image && { ...sizeOf(image), uploaded: await client.upload(image) },
    card:
      link === null
        ? null
        : {
            ...(await cardOf(await publicWords(context.db.read, entry), link)),
            thumbnail: await uploadThumbnail(context, entry, limits, client),
          },
  }
}

/** The language that a network is told a post is in, a BCP 47 tag. */
export const languageOf = (
  { settings }: Pick<SocialAccount, 'settings'>,
  entry: Pick<Entry, 'language'>,
  account: Pick<Account, 'language'>,
): string => settings.language ?? entry.language ?? account.language

const sizeOf = ({ width, height, alt }: PostPicture) => ({ width, height, alt })

async function entryPicture(
  { db }: SocialContext,
  entry: Entry,
  limits: Limits,
): Promise<PostPicture | null> {
  const still = await stillOf(db.read, entry.accountId, entry.image)
  if (entry.image === null || still === null) return null
  const stored = await imageOf(db.read, entry.accountId, still)
  return (
    stored && fitted(stored.bytes, stored.mediaType, limits.imageBytes, clip(entry.image.alt, limits.alt))
  )
}

async function uploadThumbnail(
  { db }: SocialContext,
  entry: Entry,
  limits: Limits,
  client: NetworkClient,
): Promise<string> {
  const { bytes, mediaType } = await linkPicture(db.read, entry)
  return client.upload(await fitted(bytes, mediaType, limits.imageBytes, ''))
}

const SIDES = [2_000, 1_400, 1_000, 600]

/** The picture, scaled down until the network accepts its size. */
async function fitted(
  bytes: Uint8Array,
  mediaType: string,
  limit: number,
  alt: string,
): Promise<PostPicture> {
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(bytes).metadata()
  if (bytes.length <= limit) return { bytes, mediaType, width, height, alt }
  for (const side of SIDES) {
    const { data, info } = await sharp(bytes)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= limit)
      return { bytes: data, mediaType: 'image/jpeg', width: info.width, height: info.height, alt }
  }
  throw new Error('The picture cannot be made small enough for this network.')
}
