import { createHash } from 'node:crypto'
import type { Reader } from '#platform/db/schema.ts'
import { sealedColumn } from '#platform/db/sealed-columns.ts'
import { AppError } from '#platform/errors.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { SocialContext } from '#social/context.ts'
import type { FindApp } from '#social/network.ts'
import type { NetworkName } from '#social/settings.ts'

/** The path below the public address that networks send people back to: one for each network, or for each of its servers. */
export const returnPath = (network: NetworkName, server: string | null = null): string =>
  `/social/${network}/return${server === null ? '' : `/${keyOf(server)}`}`

/** A short key that is always the same for a server. Nobody can find a server with the key of another one. */
const keyOf = (server: string): string => createHash('sha256').update(server).digest('base64url').slice(0, 22)

const sealContext = ({ network, instance }: { network: string; instance: string }): string =>
  `social app ${network} ${instance}`

export const sealedApps = sealedColumn('social_app', 'client', ['network', 'instance'], sealContext)

/**
 * Finds the application that is registered on a server, or registers one. Its secret is stored sealed. An application belongs to its return
 * address: if that differs, as after a change of the public address, a new application is registered and the old one is no longer used.
 */
export const appsOf =
  ({ db, clock }: SocialContext, secrets: Secrets, network: NetworkName, returnUrl: string): FindApp =>
  async (instance, register, isForgotten = async () => false) => {
    const sealedFor = sealContext({ network, instance })
    const find = (reader: Reader) =>
      reader
        .selectFrom('social_app')
        .select('client')
        .where('network', '=', network)
        .where('instance', '=', instance)
        .where('return_url', '=', returnUrl)
        .executeTakeFirst()
    const known = await find(db.read)
    const app = known && JSON.parse(secrets.open(known.client, sealedFor))
    if (app && !(await isForgotten(app))) return app
    const client = secrets.seal(JSON.stringify(await register()), sealedFor)
    const stored = await db.write(async tx => {
      if (known) await tx.deleteFrom('social_app').where('client', '=', known.client).execute()
      await tx
        .insertInto('social_app')
        .values({ network, instance, return_url: returnUrl, client, created_at: clock.now() })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      // Another process may have registered one first.
      return find(tx)
    })
    return JSON.parse(secrets.open(stored?.client ?? client, sealedFor))
  }

/** The document by which servers of a network know this service as an OAuth client. Throws `not_found` for networks without one. */
export async function clientMetadata(
  context: SocialContext,
  name: NetworkName,
): Promise<Readonly<Record<string, unknown>>> {
  const { oauth } = await context.networks[name]()
  if (!oauth?.clientMetadata) throw new AppError('not_found', 'This network reads no such document.')
  const returnUrl = context.baseUrl + returnPath(name)
  const findApp = appsOf(context, await context.secrets(), name, returnUrl)
  return oauth.clientMetadata(context.network, { returnUrl, findApp })
}
