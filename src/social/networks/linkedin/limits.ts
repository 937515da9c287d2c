import type { Limits } from '#social/network.ts'

/**
 * The limits of posts and their images (learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api and images-api).
 */
export const LINKEDIN_LIMITS: Limits = { text: 3_000, link: null, imageBytes: 5_000_000, alt: 4_000 }
