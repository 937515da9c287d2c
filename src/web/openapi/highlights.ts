import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import {
  DEFAULT_FILTERS,
  DEFAULT_LIMIT,
  MAX_DAYS,
  MAX_LIMIT,
  PARAMETERS,
} from '#changelog/highlights/request.ts'
import { CONFIDENCES, KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { HIGHLIGHTS_EXAMPLE, problemExample } from './examples.ts'
import { header, ProblemSchema } from './schemas.ts'

/** The path of the highlights query, which includes its version. */
export const HIGHLIGHTS_PATH = '/api/v1/highlights'

/** Advice for callers: the classifier tends to underestimate magnitudes. */
export const MAGNITUDE_ADVICE =
  'The classifier can take a large change for a smaller one, so ask for one magnitude lower than you need.'

const time = z.iso.datetime()

const Highlight = z
  .strictObject({
    pr_id: z.uuid().describe('The pull request record.'),
    repo: z.string().describe('`owner/name`.'),
    number: z.int().describe('Of the pull request, in its repository.'),
    title: z.string().describe('Of the pull request, as its author wrote it.'),
    codehost_url: z.url().describe('The pull request on the code host.'),
    merged_at: time,
    kind: z.enum(KINDS),
    visibility: z.literal('user-facing'),
    magnitude: z
      .enum(MAGNITUDES)
      .describe(`How much customers would notice; not how much code may break. ${MAGNITUDE_ADVICE}`),
    confidence: z.enum(CONFIDENCES).describe('How far to trust that customers would notice.'),
    reason: z.string().describe('Why it was classified so, in one sentence.'),
    pitch: z
      .string()
      .describe('Copy for customers: a headline, then perhaps an empty line and a few sentences.'),
    already_promoted: z.boolean().describe('True when it was announced already.'),
  })
  .openapi('Highlight')

export const Highlights = z
  .strictObject({
    highlights: z.array(Highlight).max(MAX_LIMIT),
    window: z
      .strictObject({ from: time, to: time, days: z.int() })
      .describe('Merges from and to these moments, both included.'),
    next_cursor: z.string().nullable().describe('Leads to the next page; null on the last.'),
    note: z.string().optional().describe('Why nothing was found, where merges could not be told.'),
  })
  .openapi('Highlights')

export const HighlightsQuery = z.object({
  days: z
    .int()
    .min(1)
    .max(MAX_DAYS)
    .default(DEFAULT_FILTERS.days)
    .optional()
    .meta({ description: 'Merges within this many days back from now.', example: 30 }),
  kinds: z
    .string()
    .regex(new RegExp(`^(?:${KINDS.join('|')})(?:,(?:${KINDS.join('|')}))*$`))
    .optional()
    .openapi({
      description: `Only these kinds, all when left out: ${PARAMETERS.kinds.accepts}.`,
      example: 'feature,improvement',
    }),
  min_magnitude: z
    .enum(MAGNITUDES)
    .default(DEFAULT_FILTERS.minMagnitude)
    .optional()
    .meta({ description: `Only at or above this magnitude. ${MAGNITUDE_ADVICE}`, example: 'minor' }),
  repo: z.string().max(300).optional().meta({ description: 'Only this repository.', example: 'acme/app' }),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .optional()
    .meta({ description: 'Highlights on a page.', example: 20 }),
  cursor: z
    .string()
    .optional()
    .describe(
      'The `next_cursor` of the page before. It fixes the window and the filters; with other filters it is refused.',
    ),
})

const DESCRIPTION =
  'What a team merged that customers would notice, newest merge first, ties by `pr_id`. Pull requests that were reverted or ' +
  'dismissed are left out; what is internal can never be read here. Page with `next_cursor`: the window and the filters stay ' +
  `fixed, so merges that arrive meanwhile shift nothing. ${MAGNITUDE_ADVICE} Values match exactly, in case too; an empty or repeated one is refused.`

const PRIVATE = { 'Cache-Control': header('`private, no-store`.') }
const LIMITED = {
  ...PRIVATE,
  'RateLimit-Policy': header(
    'How many requests one token may make in how many seconds: `"token";q=120;w=60`.',
  ),
  RateLimit: header('What is left, and the seconds until there is more: `"token";r=119;t=60`.'),
}
const RETRY = { 'Retry-After': header('In seconds.') }
const CHALLENGED = { ...PRIVATE, 'WWW-Authenticate': header('The challenge (RFC 6750 §3).') }

const problem = (example: ReturnType<typeof problemExample>) => ({
  'application/problem+json': { schema: ProblemSchema, example },
})

const responses: RouteConfig['responses'] = {
  200: {
    description: 'A page of highlights.',
    headers: LIMITED,
    content: { 'application/json': { schema: Highlights, example: HIGHLIGHTS_EXAMPLE } },
  },
  400: {
    description:
      'A parameter is unknown, repeated, empty or not accepted; each is named with what it accepts.',
    headers: LIMITED,
    content: problem(problemExample('invalid_parameter')),
  },
  401: {
    description: 'No token was sent, or it is unknown, expired, revoked or made for another interface.',
    headers: CHALLENGED,
    content: problem(problemExample('unauthorized')),
  },
  403: {
    description: 'The token does not permit this.',
    headers: CHALLENGED,
    content: problem(problemExample('insufficient_scope')),
  },
  429: {
    description: 'Too many requests with this token.',
    headers: { ...LIMITED, ...RETRY },
    content: problem(problemExample('rate_limited')),
  },
  503: {
    description: 'The datastore does not answer.',
    headers: { ...PRIVATE, ...RETRY },
    content: problem(problemExample('unavailable')),
  },
}

/** Describes the highlights query. `changelog/highlights` parses the parameters, for HTTP and MCP alike. */
export function describeHighlights(app: OpenAPIHono): void {
  const { name } = app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tid_ and 36 letters and digits',
    description: 'A token of the account, made in the dashboard or with `tidings token create`.',
  })
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: HIGHLIGHTS_PATH,
    operationId: 'getHighlights',
    tags: ['Highlights'],
    summary: 'What was merged that customers would notice',
    description: DESCRIPTION,
    security: [{ [name]: [] }],
    request: { query: HighlightsQuery },
    responses,
  })
}
