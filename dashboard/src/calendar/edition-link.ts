import type { QueuedEntry } from './lanes.ts'

export const isEdition = ({ origin }: Pick<QueuedEntry, 'origin'>): boolean => origin === 'edition'

/** The link to the page of a queued entry: Review for the edition, otherwise the entry's own. */
export const linkTo = (account: string, entry: Pick<QueuedEntry, 'id' | 'origin'>) =>
  isEdition(entry)
    ? ({ to: '/$account/review', params: { account }, search: { item: entry.id } } as const)
    : ({ to: '/$account/entries/$entry', params: { account, entry: entry.id } } as const)
