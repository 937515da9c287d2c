/** Roles, lowest first. Each includes the rights of those before it. */
export const ROLES = ['viewer', 'writer', 'publisher', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)
