import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import { FEED_LIMIT } from '#changelog/limits.ts'
import { ATOM_EXAMPLE, JSON_EXAMPLE } from './examples.ts'
import { header, JsonFeed, ProblemSchema } from './schemas.ts'

type Content = NonNullable<Extract<RouteConfig['responses'][string], { content?: unknown }>['content']>

interface DescribedFeed {
  path: string
  /** The name of the format in operation ids. */
  name: string
  summary: string
  params: z.ZodObject
  content: Content
}

const uuid = (name: string, description: string, example: string) =>
  z.uuid().openapi({ param: { name, in: 'path' }, description, example })

const account = {
  account_id: uuid(
    'account_id',
    'The account. Whoever knows it can read its feeds, so treat it like a key.',
    '5f0c2b1e-6a0d-4c1c-9a57-3d0d8b8f6f11',
  ),
}
const accountAndSet = {
  ...account,
  set_id: uuid('set_id', 'A set of that account.', 'b3a3a1de-90a4-4f0e-8d8b-0f5b1c1f7a22'),
}

const atom: Content = { 'application/atom+xml': { schema: { type: 'string' }, example: ATOM_EXAMPLE } }
const json: Content = { 'application/feed+json': { schema: JsonFeed, example: JSON_EXAMPLE } }

const FEEDS: DescribedFeed[] = [
  {
    path: '/changelog/{account_id}',
    name: 'AccountAtom',
    summary: 'Everything the account published, as Atom',
    params: z.object(account),
    content: atom,
  },
  {
    path: '/changelog/{account_id}.json',
    name: 'AccountJson',
    summary: 'Everything the account published, as JSON Feed',
    params: z.object(account),
    content: json,
  },
  {
    path: '/changelog/{account_id}/{set_id}',
    name: 'SetAtom',
    summary: 'What is filed under one set, as Atom',
    params: z.object(accountAndSet),
    content: atom,
  },
  {
    path: '/changelog/{account_id}/{set_id}.json',
    name: 'SetJson',
    summary: 'What is filed under one set, as JSON Feed',
    params: z.object(accountAndSet),
    content: json,
  },
]

const DESCRIPTION =
  `The ${FEED_LIMIT} newest entries, newest first. The path alone chooses the format; \`Accept\` is ignored. A feed without entries is valid. ` +
  'Poll no faster than `Cache-Control` says, with `If-None-Match`; look at `/status.json` before taking a quiet feed for silence. ' +
  'There is no rate limit.'

const CORS = {
  'Access-Control-Allow-Origin': header('`*`, or the asking origin if the account lists it.', false),
}
const CACHING = {
  ...CORS,
  'Cache-Control': header('`public, max-age=300`.'),
  ETag: header('Strong, and different for each `Content-Encoding`.'),
  Vary: header('`Accept-Encoding`, with an origin list also `Origin`.'),
}
const REFUSAL = {
  'Access-Control-Allow-Origin': header('`*`: a page may always read why.'),
  'Cache-Control': header('`no-store`.'),
}

const problem: Content = { 'application/problem+json': { schema: ProblemSchema } }

const conditions = z.object({
  'If-None-Match': z.string().optional().openapi({ description: 'The `ETag` of what you have.' }),
  'If-Modified-Since': z
    .string()
    .optional()
    .openapi({ description: 'Exactly its `Last-Modified`; the tag takes precedence.' }),
})

/** The responses of GET, or of HEAD, which has the same without their bodies. */
function responsesOf(content: Content, withBody: boolean): RouteConfig['responses'] {
  const body = (of: Content) => (withBody ? { content: of } : {})
  return {
    200: {
      description: 'The feed.',
      headers: {
        ...CACHING,
        'Last-Modified': header(
          'When the feed last changed; never goes back. Left out right after a change.',
          false,
        ),
      },
      ...body(content),
    },
    304: { description: 'What you have is current.', headers: CACHING },
    404: {
      description: 'No such feed: unknown account, unknown set, a set of another account, or no UUID.',
      headers: REFUSAL,
      ...body(problem),
    },
    500: {
      description: 'The feed could not be read; never an empty feed instead.',
      headers: REFUSAL,
      ...body(problem),
    },
  }
}

const get = ({ path, name, summary, params, content }: DescribedFeed): RouteConfig => ({
  method: 'get',
  path,
  operationId: `get${name}`,
  tags: ['Changelog'],
  summary,
  description: DESCRIPTION,
  request: { params, headers: conditions },
  responses: responsesOf(content, true),
})

const head = ({ path, name, summary, params, content }: DescribedFeed): RouteConfig => ({
  method: 'head',
  path,
  operationId: `head${name}`,
  tags: ['Changelog'],
  summary: `${summary}: the headers only`,
  description: 'As with GET, without the body.',
  request: { params, headers: conditions },
  responses: responsesOf(content, false),
})

const preflight = ({ path, name, params }: DescribedFeed): RouteConfig => ({
  method: 'options',
  path,
  operationId: `preflight${name}`,
  tags: ['Changelog'],
  summary: 'CORS preflight',
  description: 'What a browser asks before it sends a conditional request from another origin.',
  request: { params },
  responses: {
    204: {
      description:
        'The answer is in the headers; an origin that the account does not list gets none for CORS.',
      headers: {
        ...CORS,
        Allow: header('`GET, HEAD, OPTIONS`.'),
        'Access-Control-Allow-Methods': header('`GET, HEAD, OPTIONS`.', false),
        'Access-Control-Allow-Headers': header('`If-None-Match, If-Modified-Since`.', false),
        'Access-Control-Max-Age': header('In seconds.', false),
      },
    },
    404: { description: 'No such feed.', headers: REFUSAL, content: problem },
    500: { description: 'The feed could not be read.', headers: REFUSAL, content: problem },
  },
})

/** Describes the feeds, which `changelog/feeds/serve.ts` serves outside the framework. */
export function describeFeeds(app: OpenAPIHono): void {
  for (const feed of FEEDS) {
    for (const operation of [get(feed), head(feed), preflight(feed)])
      app.openAPIRegistry.registerPath(operation)
  }
}
