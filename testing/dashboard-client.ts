import type { Json } from './http.ts'
import type { TestService } from './service.ts'
import { until } from './until.ts'

/** The answer to a request of the dashboard. */
export interface DashboardResponse {
  status: number
  json: Json
  cookies: string[]
  headers: Record<string, string | string[] | undefined>
}

/** The requests of a browser that shows the dashboard: it keeps cookies and sends the header `Origin`. */
export interface DashboardClient {
  get(path: string): Promise<DashboardResponse>
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<DashboardResponse>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<DashboardResponse>
  cookie(): string
}

export function aDashboardClient({ ask, service }: TestService, keeping = ''): DashboardClient {
  const jar = new Map<string, string>(keeping ? [[keeping.split('=')[0] ?? '', keeping]] : [])
  const cookie = () => [...jar.values()].join('; ')
  const { origin } = new URL(service.baseUrl)
  const send: DashboardClient['send'] = async (method, path, body, more = {}) => {
    const headers: Record<string, string> = {
      Origin: origin,
      'Content-Type': 'application/json',
      ...(jar.size > 0 && { Cookie: cookie() }),
      ...more,
    }
    const sent =
      body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)) }
    const answer = await ask(path, { method, headers, ...sent })
    const cookies = answer.headers['set-cookie'] ?? []
    for (const one of cookies) storeCookie(jar, one)
    const isJson = /json/.test(answer.headers['content-type'] ?? '') && answer.text !== ''
    return {
      status: answer.status,
      json: isJson ? JSON.parse(answer.text) : null,
      cookies,
      headers: answer.headers,
    }
  }
  return {
    send,
    get: path => send('GET', path),
    post: (path, body = {}, headers = {}) => send('POST', path, body, headers),
    cookie,
  }
}

function storeCookie(jar: Map<string, string>, set: string): void {
  const [pair = ''] = set.split(';')
  const name = pair.split('=')[0] ?? ''
  if (/max-age=0/i.test(set)) jar.delete(name)
  else jar.set(name, pair)
}

/** The secret of the newest link to a page on the operator's terminal. Waits for it, since requests do not wait for mail. */
export function printedLinkSecret({ printed }: TestService, page: string): Promise<string> {
  const newest = () => [...printed.join('').matchAll(new RegExp(`/app/${page}#([\\w-]+)`, 'g'))].at(-1)?.[1]
  return until(newest, `a link to ${page}`)
}

/** Performs an action in the account with this path. */
export const decide = (
  who: DashboardClient,
  path: string,
  { action, ...input }: { action: string; [field: string]: unknown },
): Promise<DashboardResponse> => who.post(`${path}/actions/${action.replaceAll(' ', '.')}`, input)
