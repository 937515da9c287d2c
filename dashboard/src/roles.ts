import type { Me } from './queries.ts'

export type Role = Me['accounts'][number]['role']

/** From the least to the most; each may do all that those before it may. */
export const ROLES: readonly { value: Role; label: string; may: string }[] = [
  { value: 'viewer', label: 'Viewer', may: 'reads' },
  { value: 'writer', label: 'Writer', may: 'also edits and groups drafts' },
  { value: 'publisher', label: 'Publisher', may: 'also queues, publishes and withdraws' },
  { value: 'owner', label: 'Owner', may: 'also manages settings, sources and members' },
]

export const labelOf = (role: Role): string => ROLES.find(one => one.value === role)?.label ?? role
