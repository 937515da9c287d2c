import type { FeedFormat } from '#feeds/feed.ts'
import { atom } from '#feeds/formats/atom.ts'
import { json } from '#feeds/formats/json.ts'

/** The only place where implementations are named: a new one is a file of its own and a line here. */
export const feedFormats: readonly FeedFormat[] = [atom, json]
