import type { Limits } from '#social/network.ts'

/** The lexicons of `app.bsky.feed.post` and `app.bsky.embed.external`; alternative texts as Bluesky's own app limits them. */
export const BLUESKY_LIMITS: Limits = { text: 300, link: null, imageBytes: 1_000_000, alt: 2_000 }
