import type { Limits } from '#social/network.ts'

/** Of a server that changed nothing (docs.joinmastodon.org/user/posting). Each server tells its own when an account is connected. */
export const MASTODON_LIMITS: Limits = { text: 500, link: 23, imageBytes: 16_777_216, alt: 1_500 }
