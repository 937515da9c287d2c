/** A number with its noun: "1 merge", "1,200 merges". */
export const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : several}`

export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The name of a repository for people. One without a remote is stored as `local/name`, so the prefix is removed. */
export const repoName = (repo: string): string => repo.replace(/^local\//, '')

/** The name of a git directory: `/srv/git/shop.git`, `/srv/shop/.git` and `/srv/shop/repo` are all `shop`. */
export function folderName(path: string): string {
  const parts = path.split('/').filter(part => part !== '')
  const named = parts.findLast(part => !/^(?:\.git|git|repo|repository)$/.test(part)) ?? parts.at(-1)
  return named?.replace(/\.git$/, '') ?? path
}

/** The lines of a text field, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
