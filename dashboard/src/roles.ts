import type { Me } from './api/queries.ts'

export type Role = Me['accounts'][number]['role']

/** From the lowest to the highest. Each includes the rights of those before it. */
export const ROLES: readonly { value: Role; label: string; may: string }[] = [
  { value: 'viewer', label: 'Viewer', may: 'Reads everything and changes nothing.' },
  { value: 'writer', label: 'Writer', may: 'Also edits, groups and classifies drafts.' },
  { value: 'publisher', label: 'Publisher', may: 'Also queues, publishes and withdraws entries.' },
  {
    value: 'owner',
    label: 'Owner',
    may: 'Also manages settings, sources, social accounts, tokens and members.',
  },
]

const rankOf = (role: Role): number => ROLES.findIndex(one => one.value === role)

export const isAtLeast = (role: Role, least: Role): boolean => rankOf(role) >= rankOf(least)

export const labelOf = (role: Role): string => ROLES.find(one => one.value === role)?.label ?? role

/** Tells somebody of a lower role whom to ask. */
export const askFor = (least: Role, purpose: 'edit' | 'publish'): string =>
  `Ask an owner for the ${labelOf(least)} role to ${purpose}.`

export const viewOnly = (least: Role): string => `View only. ${askFor(least, 'edit')}`
