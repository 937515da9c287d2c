import type { QueuedEntry } from './lanes.ts'

export const isEdition = ({ origin }: Pick<QueuedEntry, 'origin'>): boolean => origin === 'edition'

/** The page where a queued entry is looked at: Review for the edition, else its own. */
export const linkTo = (account: string, entry: Pick<QueuedEntry, 'id' | 'origin'>) =>
  isEdition(entry)
    ? ({ to: '/$account/review', params: { account }, search: { item: entry.id } } as const)
    : ({ to: '/$account/entries/$entry', params: { account, entry: entry.id } } as const)
