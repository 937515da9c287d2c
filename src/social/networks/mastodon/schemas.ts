import { z } from 'zod'

// Entities of docs.joinmastodon.org, with the fields that are used.

/** People follow it, so it leads to a page and runs nothing. */
const pageUrl = z.url({ protocol: /^https?$/ })

export const accountSchema = z.object({
  id: z.string(),
  acct: z.string(),
  display_name: z.string(),
  avatar: z.url().nullish(),
  url: pageUrl,
})

export const statusSchema = z.object({
  id: z.string().min(1),
  url: pageUrl.nullish().catch(null),
  created_at: z.string(),
  /** HTML. */
  content: z.string(),
  account: z.object({ id: z.string() }),
  media_attachments: z.array(z.object({ id: z.string() })).default([]),
})

export const statusesSchema = z.array(statusSchema)

export const sourceSchema = z.object({ text: z.string() })

/** Without an address until it is processed. */
export const mediaSchema = z.object({ id: z.string().min(1), url: z.string().nullable() })

const size = z.number().int().positive()

/** `/api/v2/instance`, since Mastodon 4.0. */
export const instanceSchema = z.object({
  configuration: z.object({
    statuses: z.object({ max_characters: size, characters_reserved_per_url: size }),
    media_attachments: z.object({ image_size_limit: size, description_limit: size.optional() }),
  }),
})
