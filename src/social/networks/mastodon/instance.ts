import type { Limits } from '#social/network.ts'
import type { MastodonApi } from './api.ts'
import { instanceSchema } from './schemas.ts'

/** The limit of alternative texts on servers that do not name it, which they do since Mastodon 4.4. */
const ALT_LIMIT = 1_500
/** A server may allow more than anybody should send. */
const MOST_CHARACTERS = 100_000
const MOST_BYTES = 16_000_000

/** What this server allows in a post. */
export async function readInstance(api: MastodonApi): Promise<Limits> {
  const { configuration } = await api.read('/api/v2/instance', instanceSchema)
  const { statuses, media_attachments: media } = configuration
  return {
    text: Math.min(statuses.max_characters, MOST_CHARACTERS),
    link: Math.min(statuses.characters_reserved_per_url, MOST_CHARACTERS),
    imageBytes: Math.min(media.image_size_limit, MOST_BYTES),
    alt: Math.min(media.description_limit ?? ALT_LIMIT, MOST_CHARACTERS),
  }
}
