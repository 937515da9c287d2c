import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#app/config/config.ts'
import { AppError } from '#platform/errors.ts'
import type { Context } from './command.ts'

type Place = Pick<Context, 'env' | 'directory' | 'checkout'>

const isNamed = ({ env }: Place): boolean => Boolean(env.TIDINGS_DATA || env.TIDINGS_DATA_FILE)

/** Where a data directory is looked for when TIDINGS_DATA names none. */
const placesOf = ({ directory, checkout }: Place): string[] => [
  ...new Set([join(directory, 'data'), join(checkout, 'data')]),
]

/**
 * The environment with TIDINGS_DATA in it: as it was set, else the first place that holds a database, else the checkout's, so that a
 * command in another folder finds the data of the server or makes it where the server will.
 */
export function withDataDirectory(place: Place): Context['env'] {
  if (isNamed(place)) return place.env
  const places = placesOf(place)
  const found = places.find(one => existsSync(join(one, 'tidings.db'))) ?? places.at(-1)
  return { ...place.env, TIDINGS_DATA: found }
}

/** `not_found`, saying where it was looked for, where there is no embedded database yet. */
export function requireDatabase(place: Place, { database, dataDirectory }: Config): void {
  if (database.engine !== 'sqlite' || existsSync(database.file)) return
  const places = isNamed(place) ? [dataDirectory] : placesOf(place)
  throw new AppError(
    'not_found',
    `There is no Tidings database in ${places.join(' or in ')}: start the server or create an account first, or name the data directory with TIDINGS_DATA.`,
  )
}
