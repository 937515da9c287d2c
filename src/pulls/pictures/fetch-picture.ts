import { AppError } from '#platform/errors.ts'
import type { Source } from '#pulls/connections/sources.ts'
import type { TokenSource } from '#pulls/hosts/code-host.ts'
import { gitHubPageOf } from '#pulls/hosts/host-address.ts'
import { withToken } from '#pulls/hosts/rest/client.ts'

/** Limits of a request for a picture, besides that of its size. */
export const PICTURE_TIMES = { timeoutMs: 20_000, idleMs: 10_000, maxRedirects: 3 }

/** The connection of the pull request's repository, with its token where it has one. */
export interface PictureConnection extends Pick<Source, 'provider' | 'apiUrl' | 'repo' | 'externalId'> {
  token: TokenSource | null
}

/**
 * The bytes at the address of a picture or recording, still undecoded. What was uploaded to the pull request's own host is asked for with the
 * connection's token; any other address is asked for without. `fetch` is of a guarded client. Throws `AppError` with a message that says
 * why there is no picture.
 */
export async function fetchPicture(
  address: string,
  connection: PictureConnection | null,
  fetch: typeof globalThis.fetch,
): Promise<Uint8Array> {
  const asked = new URL(address)
  const upload = connection && uploadAt(asked, connection)
  const send = upload ? withToken(fetch, connection.token, upload.header) : fetch
  const isOwn = connection !== null && siteOf(connection).origin === asked.origin
  try {
    const response = await send((upload?.url ?? asked).href, { headers: { accept: 'image/*, video/*' } })
    const refusal = refusalOf(response, asked.host, isOwn)
    if (!refusal) return new Uint8Array(await response.arrayBuffer())
    await response.body?.cancel()
    throw refusal
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_large') throw error
    throw new AppError('too_large', `The picture on ${asked.host} is too large.`, { cause: error })
  }
}

const isPage = (type: string): boolean => /^(?:text\/html|application\/xhtml)/.test(type)

/** Why the response holds no picture; null where it may. */
function refusalOf(response: Response, host: string, isOwn: boolean): AppError | null {
  const { status, ok } = response
  const type = response.headers.get('content-type')?.toLowerCase() ?? ''
  const isHidden = [401, 403, 404].includes(status) || (ok && isPage(type))
  if (isOwn && isHidden)
    return new AppError(
      'not_found',
      'The picture is only for people who can see the repository, or it was deleted. Save it from the pull request and upload it.',
    )
  if (status === 404 || status === 410) return new AppError('not_found', `${host} no longer has the picture.`)
  if (status === 401 || status === 403)
    return new AppError('not_found', `${host} does not show the picture to everyone.`)
  if (!ok) return new AppError('unavailable', `${host} does not give the picture (status ${status}).`)
  if (isPage(type)) return notTaken(`${host} answers with a web page, not with a picture.`)
  if (type.startsWith('image/svg')) return notTaken('The picture is an SVG, which can hold scripts.')
  return null
}

const notTaken = (why: string): AppError => new AppError('invalid_parameter', why)

/** The website of the connection's host. */
const siteOf = ({ provider, apiUrl }: Pick<Source, 'provider' | 'apiUrl'>): URL =>
  new URL(provider === 'github' ? gitHubPageOf(apiUrl) : apiUrl.replace(/\/api\/v\d$/, ''))

interface Upload {
  url: URL
  header(token: string): readonly [name: string, value: string]
}

const bearer = (token: string) => ['authorization', `Bearer ${token}`] as const

/** What comes after the folder of an upload. An escaped slash, backslash or percent sign could lead to another address of the host. */
const UPLOADS = {
  id: /^[\w-]+$/,
  userAndId: /^\d+\/[\w-]+$/,
  secretAndName: /^[0-9a-f]+\/(?:[\w.+-]|%20|%[89a-f][0-9a-f])+$/i,
}

/**
 * How an upload to the connection's host is asked for with a token; null for any other address. Only uploads of its own repository, and
 * those at addresses that cannot be guessed, so that a description cannot show what else the token may read.
 */
function uploadAt(url: URL, connection: PictureConnection): Upload | null {
  const { provider, repo, apiUrl, externalId } = connection
  const site = siteOf(connection)
  const base = site.pathname.replace(/\/$/, '')
  if (connection.token === null || url.origin !== site.origin) return null
  const below = (folder: string, shape: RegExp): string | null => {
    const start = `${base}${folder}/`
    const rest = url.pathname.slice(start.length)
    return url.pathname.toLowerCase().startsWith(start.toLowerCase()) && shape.test(rest) ? rest : null
  }
  const plain = new URL(url)
  plain.search = ''
  switch (provider) {
    case 'github': {
      const isUpload =
        below('/user-attachments/assets', UPLOADS.id) ?? below(`/${repo}/assets`, UPLOADS.userAndId)
      return isUpload ? { url: plain, header: bearer } : null
    }
    case 'forgejo': {
      const isUpload = below('/attachments', UPLOADS.id) ?? below(`/${repo}/attachments`, UPLOADS.id)
      return isUpload ? { url: plain, header: token => ['authorization', `token ${token}`] } : null
    }
    case 'gitlab': {
      // Pages of GitLab take no token; its API gives uploads by their secret.
      const rest =
        below(`/${repo}/uploads`, UPLOADS.secretAndName) ??
        below(`/-/project/${externalId}/uploads`, UPLOADS.secretAndName)
      const project = `${apiUrl}/projects/${encodeURIComponent(repo)}`
      return rest ? { url: new URL(`${project}/uploads/${rest}`), header: bearer } : null
    }
  }
}
