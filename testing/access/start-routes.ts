import type { RouteRule } from './rule.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** The path of a new account. */
export const START_ROUTES: Record<string, RouteRule> = {
  'GET /app/api/accounts/:account/start': { access: 'viewer' },
  'POST /app/api/accounts/:account/start/approve': {
    access: 'publisher',
    body: { items: [{ pull: UNKNOWN_ID, seen: 1 }] },
  },
  'GET /app/api/accounts/:account/start/best': { access: 'viewer' },
  'GET /app/api/accounts/:account/start/past': { access: 'viewer' },
  'PUT /app/api/accounts/:account/start/past': { access: 'writer', body: { past: 'history' } },
}
