import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'

/** Parts after the first may have spaces between words and some other signs, as projects on Azure DevOps do: `R&D (old)`. */
const REPO_NAME = /^[\w.-]+(?:\/[\p{L}\p{M}\p{N}_.&()!@-]+(?: [\p{L}\p{M}\p{N}_.&()!@-]+)*){1,20}$/u

/** Returns the name if it is `owner/name`, or has more parts for nested groups; throws `invalid_parameter` otherwise. */
export function validateRepoName(repo: string): string {
  if (REPO_NAME.test(repo) && repo.length <= 300) return repo
  throw new AppError('invalid_parameter', `A repository looks like owner/name; got ${safeLine(repo)}.`)
}

/** Splits `owner/name`. Throws `invalid_parameter` for anything else, which could change the path of the API request. */
export function ownerAndName(repo: string): { owner: string; name: string } {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(repo) ?? []
  if (owner === undefined || name === undefined || /^\.+$/.test(owner) || /^\.+$/.test(name)) {
    throw new AppError('invalid_parameter', 'A repository is written as owner/name.')
  }
  return { owner, name }
}
