import { AppError } from '#platform/errors.ts'

/** What a member may do; each may do all that those before it may. */
export const ROLES = ['viewer', 'writer', 'publisher', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)

/** `invalid_parameter` for a word that is no role. */
export function roleFrom(text: string): Role {
  const role = ROLES.find(one => one === text)
  if (role) return role
  throw new AppError('invalid_parameter', `A role is one of ${ROLES.join(', ')}.`)
}
