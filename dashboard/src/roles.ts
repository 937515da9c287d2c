import type { Me } from './queries.ts'

export type Role = Me['accounts'][number]['role']

/** From the least to the most; each may do all that those before it may. */
export const ROLES: readonly { value: Role; label: string; may: string }[] = [
  { value: 'viewer', label: 'Viewer', may: 'A viewer reads everything and changes nothing.' },
  { value: 'writer', label: 'Writer', may: 'A writer also edits, groups and classifies drafts.' },
  {
    value: 'publisher',
    label: 'Publisher',
    may: 'A publisher does that, and queues, publishes and withdraws.',
  },
  {
    value: 'owner',
    label: 'Owner',
    may: 'An owner does all of it, and manages settings, sources, tokens and members.',
  },
]

export const labelOf = (role: Role): string => ROLES.find(one => one.value === role)?.label ?? role
