import type { Limits } from '#social/network.ts'

/** Of accounts without a subscription. docs.x.com/x-api/media/quickstart/best-practices has those of images. */
export const X_LIMITS: Limits = { text: 280, link: 23, imageBytes: 5_000_000, alt: 1_000 }

/**
 * What X charges, in micro-dollars: docs.x.com/x-api/getting-started/pricing, as of the date. X names the current prices in
 * its developer console.
 */
export const X_PRICES = { date: '2026-11-23', post: 15_000, postWithLink: 200_000 }
