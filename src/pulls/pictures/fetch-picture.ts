import { AppError } from '#platform/errors.ts'
import type { Source } from '#pulls/connections/sources.ts'
import type { TokenSource } from '#pulls/hosts/code-host.ts'
import type { Host } from '#pulls/hosts/host.ts'
import { HOSTS } from '#pulls/hosts/hosts.ts'
import { withToken } from '#pulls/hosts/rest/client.ts'

/** The connection of the pull request's repository, with its token if it has one. */
export interface PictureConnection extends Pick<Source, 'provider' | 'apiUrl' | 'repo' | 'externalId'> {
  token: TokenSource | null
}

/**
 * The bytes at the address of a picture or recording, still undecoded. An upload on the pull request's own
 * host is requested with the connection's token, any other address without. `fetch` belongs to a guarded
 * client. Throws `AppError` with a message that says why there is no picture.
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

/** Why the response is not a picture; null if it may be one. */
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
  new URL(HOSTS[provider].siteOf(apiUrl))

/**
 * How to request an upload on the connection's host with a token; null for any other address. Only uploads of
 * the connection's own repository, and those whose addresses cannot be guessed, are requested with the token,
 * so that a description cannot show what else the token may read.
 */
function uploadAt(
  url: URL,
  connection: PictureConnection,
): { url: URL; header: Host['uploads']['header'] } | null {
  const { folders, header, addressOf }: Host['uploads'] = HOSTS[connection.provider].uploads
  const site = siteOf(connection)
  const base = site.pathname.replace(/\/$/, '')
  if (connection.token === null || url.origin !== site.origin) return null
  for (const [folder, shape] of folders(connection)) {
    const start = `${base}${folder}/`
    const rest = url.pathname.slice(start.length)
    if (!url.pathname.toLowerCase().startsWith(start.toLowerCase()) || !shape.test(rest)) continue
    return { url: new URL(addressOf?.(rest, connection) ?? `${url.origin}${url.pathname}`), header }
  }
  return null
}
