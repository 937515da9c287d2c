import type { Limits } from '#social/network.ts'

/**
 * The limits of the lexicons `app.bsky.feed.post` and `app.bsky.embed.external`; that of alternative texts is the one of Bluesky's own app.
 */
export const BLUESKY_LIMITS: Limits = { text: 300, link: null, imageBytes: 1_000_000, alt: 2_000 }
