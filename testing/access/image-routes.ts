import type { RouteRule } from './rule.ts'

const UNKNOWN_KEY = '0123456789abcdef'

export const IMAGE_ROUTES: Record<string, RouteRule> = {
  'PUT /app/api/accounts/:account/entries/:entry/image': {
    access: 'writer',
    query: '?seen=2&alt=x',
    body: {},
  },
  'POST /app/api/accounts/:account/entries/:entry/pictures/look': {
    access: 'writer',
    body: { key: UNKNOWN_KEY },
    answer: 404,
  },
  'POST /app/api/accounts/:account/entries/:entry/pictures/use': {
    access: 'writer',
    body: { key: UNKNOWN_KEY, seen: 2, alt: 'A chart' },
    answer: 404,
  },
  'POST /app/api/accounts/:account/images': { access: 'writer', body: {}, answer: 400 },
  'GET /app/api/accounts/:account/images/:sha256': { access: 'viewer' },
}
