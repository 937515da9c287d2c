import type { Limits } from '#social/network.ts'

/** The limits of accounts without a subscription. Those of images are in docs.x.com/x-api/media/quickstart/best-practices. */
export const X_LIMITS: Limits = { text: 280, link: 23, imageBytes: 5_000_000, alt: 1_000 }

/**
 * What X charges, in micro-dollars, as published on this date at docs.x.com/x-api/getting-started/pricing. X
 * shows the current prices in its developer console.
 */
export const X_PRICES = { date: '2026-11-23', post: 15_000, postWithLink: 200_000 }
