import type { RouteRule } from './rule.ts'

/** The routes in the order in which a writer is connected and removed. */
export const WRITER_ROUTES: Record<string, RouteRule> = {
  'GET /app/api/accounts/:account/writer': { access: 'viewer' },
  'GET /app/api/accounts/:account/writer/local': { access: 'owner' },
  'POST /app/api/accounts/:account/writer/models': {
    access: 'owner',
    body: { provider: 'openai' },
    answer: 400,
  },
  'POST /app/api/accounts/:account/writer/try': { access: 'owner', body: {}, answer: 404 },
  'GET /app/api/accounts/:account/rewording': { access: 'viewer' },
}

export const TRANSLATION_ROUTES: Record<string, RouteRule> = {
  'GET /app/api/accounts/:account/languages': { access: 'viewer' },
  'GET /app/api/accounts/:account/entries/:entry/translations': { access: 'viewer' },
}
