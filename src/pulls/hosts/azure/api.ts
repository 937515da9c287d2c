import type { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import type { CodeHostOptions } from '#pulls/hosts/code-host.ts'
import { authorizationOf } from '#pulls/hosts/host.ts'
import { type ListPage, openHostClient, type RestClient } from '#pulls/hosts/rest/client.ts'

type Query = Record<string, string | number>

/** The REST API of Azure DevOps with a token. Paths of git are those below a repository. */
export interface AzureApi {
  host: string
  rest: RestClient
  /** The web page of a repository. */
  pageOf(repo: string): string
  page<T>(repo: string, path: string, schema: z.ZodType<T[]>, query: Query): Promise<ListPage<T>>
  get<T>(repo: string, path: string, schema: z.ZodType<T>, query?: Query): Promise<T>
  /** Sends a request with a body that only asks and changes nothing. */
  query<T>(repo: string, path: string, schema: z.ZodType<T>, body: Record<string, unknown>): Promise<T>
  text(repo: string, path: string, query: Query): Promise<string | null>
}

const VERSION = { 'api-version': '7.1' }

export function openAzureApi(options: CodeHostOptions): AzureApi {
  const given = { ...options, fetch: refusingSignIn(options.fetch) }
  const { host, rest } = openHostClient(given, token => authorizationOf(`:${token}`))
  return {
    ...{ host, rest },
    pageOf(repo) {
      const { project, name } = partsOf(repo)
      return `${options.apiUrl}${project}/_git/${name}`
    },
    page: (repo, path, schema, query) => rest.getPage(gitPath(repo) + path, schema, { ...VERSION, ...query }),
    get: (repo, path, schema, query) => rest.get(gitPath(repo) + path, schema, { ...VERSION, ...query }),
    query: (repo, path, schema, body) => rest.query(versioned(gitPath(repo) + path), schema, body),
    text: (repo, path, query) => rest.getText(gitPath(repo) + path, { ...VERSION, ...query }),
  }
}

export const versioned = (path: string): string => `${path}?api-version=${VERSION['api-version']}`

export const gitPath = (repo: string): string => {
  const { project, name } = partsOf(repo)
  return `${project}/_apis/git/repositories/${name}`
}

/** Splits `organisation/project/name` or `organisation/project` into the paths of organisation and project, and the name for a path. */
export function partsOf(repo: string): { organisation: string; project: string; name: string } {
  const parts = repo.split('/')
  const [organisation, project = '', name = project, ...more] = parts.map(encodeURIComponent)
  if (!organisation || !project || !name || more.length > 0 || parts.some(part => /^\.*$/.test(part)))
    throw new AppError('invalid_parameter', 'A repository is written as organisation/project/name.')
  return { organisation: `/${organisation}`, project: `/${organisation}/${project}`, name }
}

/** Turns Azure's answer to a missing or expired token into a refusal: it is the sign-in page with status 203, or a redirect to it. */
const refusingSignIn =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-tfs-fedauthredirect', 'Suppress')
    const response = await fetch(input, { ...init, headers })
    if (response.status !== 203) return response
    await response.body?.cancel()
    return new Response(null, { status: 401 })
  }
