import { z } from 'zod'

// The entities of docs.joinmastodon.org, with the fields that are used here.

/** The address of a page. People open it, so it must not be able to run anything. */
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

const size = z.number().int().positive()

/** The answer of `/api/v2/instance`, which exists since Mastodon 4.0. */
export const instanceSchema = z.object({
  configuration: z.object({
    statuses: z.object({ max_characters: size, characters_reserved_per_url: size }),
    media_attachments: z.object({ image_size_limit: size, description_limit: size.optional() }),
  }),
})
