import { ROLES, type Role } from '#accounts/roles.ts'

interface RoleFace {
  label: string
  /** What the role may do. */
  may: string
}

const FACES: Record<Role, RoleFace> = {
  viewer: { label: 'Viewer', may: 'Reads everything and changes nothing.' },
  writer: { label: 'Writer', may: 'Edits, groups and classifies drafts, but publishes nothing.' },
  publisher: {
    label: 'Publisher',
    may: 'Edits, queues, publishes and withdraws entries.',
  },
  owner: {
    label: 'Owner',
    may: 'Does everything, including settings, tokens and members.',
  },
}

/** The roles as the options of a field, from the lowest to the highest. */
export const ROLE_OPTIONS = ROLES.map(value => ({ value, ...FACES[value] }))

export const labelOf = (role: Role): string => FACES[role].label

/** What the role may do, in one sentence. */
export const mayOf = (role: Role): string => FACES[role].may

/** A sentence that tells somebody with a lower role whom to ask. */
export const askFor = (least: Role, purpose: 'edit' | 'publish'): string =>
  `Ask an owner for the ${labelOf(least)} role to ${purpose}.`

export const viewOnly = (least: Role): string => `View only. ${askFor(least, 'edit')}`
