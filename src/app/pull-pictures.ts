import { UPLOAD_LIMIT } from '#changelog/entries/images/picture.ts'
import type { FetchPullPicture } from '#changelog/entries/images/pull-pictures.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { listSources } from '#pulls/connections/sources.ts'
import { fetchPicture, PICTURE_TIMES } from '#pulls/pictures/fetch-picture.ts'
import { openTokenSources } from './code-hosts.ts'
import type { ServiceBase } from './service.ts'

/**
 * Fetches pictures that pull requests name. Their addresses are of strangers, so no private host is reached but the pull request's own,
 * where the operator allows it.
 */
export function openPullPictures(service: ServiceBase): FetchPullPicture {
  const tokenOf = openTokenSources(service)
  const { privateHosts } = service.config
  return async (accountId, { host, repo }, address) => {
    const source = (await listSources(service.db.read, { accountId })).find(
      one => one.host === host && one.repo === repo,
    )
    const connection = source ? { ...source, token: await tokenOf(source) } : null
    const isOwnHost = source !== undefined && new URL(address).host === host
    const allow = isOwnHost ? privateHosts.filter(name => name.toLowerCase() === host) : []
    const outbound = openOutbound({ allow, maxBytes: UPLOAD_LIMIT, ...PICTURE_TIMES })
    try {
      return await fetchPicture(address, connection, outbound.fetch)
    } finally {
      await outbound.close()
    }
  }
}
