import type { History, ShownPull } from './history.ts'

/** A request as the server received it. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** An answer. A body that is text is sent as it is, any other as JSON. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

/** The repository's standing with its host. */
export interface Standing {
  name: string
  /** The former name of the repository, which the host still accepts; null for none. */
  formerName: string | null
  isGone: boolean
  /** Whether the token may write comments. */
  mayComment: boolean
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The path below the protocol's `base`. */
  path: RegExp
  answer(parts: string[], asked: Asked): Reply | Promise<Reply>
}

/** An event of an open pull request; `action` is GitHub's name for it. */
interface OpenPullEvent {
  repo: string
  number: number
  action: string
}

/** One of the hosts: its API, its webhooks and its pipelines. */
export interface Protocol {
  /** The path under which the host is served, before the paths of its routes. */
  base: string
  /** The path at which the host's API begins; by default `base`. */
  api?: string
  /** The path of a pull request's web page. */
  page(repo: string, number: number): string
  /** What the host does not support. */
  lacks?: readonly ('locks' | 'releases' | 'update times' | 'pipeline address')[]
  /** The body of the host's webhook about an open pull request; `headers` gives the headers that prove it. */
  payload(event: OpenPullEvent, more: Record<string, unknown>): unknown
  headers(secret: string, body: Uint8Array, action: string): Record<string, string>
  /** The variables of a pipeline on a pull request, besides those that Actions set. */
  pipeline(place: { apiUrl: string; token: string } & OpenPullEvent): Record<string, string>
  /** The answer to a wrong token, if its status is not 401. */
  refused?: Reply
  notFound: Reply
  routes(history: History, standing: Standing, address: string): Route[]
}

export const NOT_FOUND: Reply = { status: 404, body: { message: 'Not Found' } }

export const FORBIDDEN: Reply = { status: 403, body: { message: 'Resource not accessible by integration' } }

/** An answer, or nothing where there is none. */
type Found = Reply | null | undefined

/**
 * Routes below a repository, whose name is the first group of `begin`. Each answers `notFound` if the repository is another one, or if it
 * has nothing to answer with. The routes of `pull` begin with the number of a pull request.
 */
export function routesBelow({
  history,
  begin,
  isKnown,
  notFound,
}: {
  history: History
  begin: string
  isKnown(name: string | undefined): boolean
  notFound: Reply
}) {
  const route =
    (method: Route['method']) =>
    (path: string, answer: (parts: string[], asked: Asked) => Found | Promise<Found>): Route => ({
      method,
      path: new RegExp(`^${begin}${path}$`),
      answer: async ([name, ...parts], asked) => (isKnown(name) && (await answer(parts, asked))) || notFound,
    })
  const get = route('GET')
  const pull = (path: string, answer: (pull: ShownPull, asked: Asked, parts: string[]) => Found): Route =>
    get(path, ([number, ...parts], asked) => {
      const found = history.pull(Number(number))
      return found && answer(found, asked, parts)
    })
  return { get, post: route('POST'), pull }
}

/** One page of a list, with the address of the next page in the header `link`. */
export function pageOf<T>(
  items: readonly T[],
  asked: Asked,
  sizeName: 'per_page' | 'limit',
  most: number,
  show: (item: T) => unknown,
): Reply {
  const size = Math.min(Number(asked.query.get(sizeName) ?? 20), most)
  const page = Number(asked.query.get('page') ?? 1)
  const start = (page - 1) * size
  const next = new URLSearchParams(asked.query)
  next.set('page', String(page + 1))
  const hasMore = start + size < items.length
  const headers: Record<string, string> = { 'x-total-count': String(items.length) }
  if (hasMore) headers.link = `<http://host.example${asked.path}?${next}>; rel="next"`
  return { headers, body: items.slice(start, start + size).map(show) }
}

/** Whether a request adds something, as every `POST` does but GraphQL queries and a few others that only read. */
export const isWrite = ({ method, path }: Pick<Asked, 'method' | 'path'>): boolean =>
  method === 'POST' && !/\/(?:graphql|FileDiffs|commitsbatch)$/.test(path)

export const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
