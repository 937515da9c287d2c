import { AppError } from '#platform/errors.ts'

/** The two parts of `owner/name`. `invalid_parameter` for anything else: it would be put together into another address. */
export function ownerAndName(repo: string): { owner: string; name: string } {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(repo) ?? []
  if (owner === undefined || name === undefined || /^\.+$/.test(owner) || /^\.+$/.test(name)) {
    throw new AppError('invalid_parameter', 'A repository is written as owner/name.')
  }
  return { owner, name }
}
