import { z } from '@hono/zod-openapi'
import { FEED_LIMIT } from '#changelog/limits.ts'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'

const urn = z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/)
const page = z.url()
const time = z.iso.datetime()

/** A header of a response. */
export const header = (description: string, required = true) =>
  ({ description, required, schema: { type: 'string' } }) as const

export const ProblemSchema = z
  .object({
    type: z.string().openapi({ description: 'Leads to what this problem means and what to do.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    parameters: z
      .array(z.object({ name: z.string(), got: z.string(), accepts: z.string() }))
      .optional()
      .openapi({ description: 'With `invalid_parameter`: each bad one, what it got and what it accepts.' }),
  })
  .openapi('Problem', { description: 'Why a request could not be met (RFC 9457).' })

const Attachment = z
  .object({
    url: page,
    mime_type: z.enum(['video/mp4', 'video/webm', 'image/gif']),
    title: z.string().openapi({ description: 'What the recording shows.' }),
    size_in_bytes: z.int(),
  })
  .openapi('Attachment')

const FeedItem = z
  .object({
    id: urn.openapi({ description: 'Permanent.' }),
    url: page.optional().openapi({ description: 'The entry on the hosted page, while that is on.' }),
    external_url: page.optional().openapi({ description: "The primary pull request's page." }),
    title: z.string().openapi({ description: 'Plain text.' }),
    content_html: z.string().openapi({ description: 'Sanitised HTML.' }),
    content_text: z.string(),
    summary: z.string().optional().openapi({ description: 'Left out where it would repeat the title.' }),
    image: page.optional().openapi({
      description: 'It stands at the head of `content_html` too. Of a recording it is the first frame.',
    }),
    attachments: z.array(Attachment).optional().openapi({ description: 'Recordings that the entry shows.' }),
    language: z.string().optional().openapi({ description: "Where it is another than the feed's." }),
    date_published: time,
    date_modified: time.openapi({ description: 'Changes only when the content does.' }),
    tags: z.array(z.enum([...KINDS, 'breaking', 'edition'])).openapi({
      description: 'The kind; before it `breaking`, where people may have to act, and `edition`.',
    }),
    _tidings: z.object({
      kind: z.enum(KINDS),
      magnitude: z.enum(MAGNITUDES).openapi({
        description: 'How much customers would notice; not how much code may break.',
      }),
      pull_requests: z.array(page).openapi({ description: 'All that the entry covers, the primary first.' }),
    }),
  })
  .openapi('FeedItem')

export const JsonFeed = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    home_page_url: page.optional().openapi({ description: 'The hosted page, while that is on.' }),
    feed_url: page,
    language: z.string(),
    authors: z.array(z.object({ name: z.string() })).length(1),
    _tidings: z.object({
      about: page,
      id: urn.openapi({ description: 'The feed’s own, which stays when its address is replaced.' }),
      updated: time,
    }),
    items: z.array(FeedItem).max(FEED_LIMIT),
  })
  .openapi('JsonFeed', { description: 'JSON Feed 1.1; members may be added, never taken away.' })

const link = z.object({ href: page, type: z.string() })

export const Linkset = z
  .object({
    linkset: z.array(
      z.object({
        anchor: page,
        'service-desc': z.array(link),
        'service-doc': z.array(link),
        status: z.array(link),
        'service-meta': z.array(link).optional(),
      }),
    ),
  })
  .openapi('Linkset', { description: 'RFC 9264, with the profile of RFC 9727.' })

export const Status = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    checks: z.array(
      z.object({ name: z.string(), status: z.enum(['ok', 'failed']), detail: z.string().optional() }),
    ),
    time,
  })
  .openapi('Status')
