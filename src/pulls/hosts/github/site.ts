/**
 * The website of a GitHub API: drops `api.` from `https://api.github.com` and `https://api.team.ghe.com`, and the path `/api/v3`
 * of an Enterprise Server.
 */
export function gitHubPageOf(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl)
  return `${protocol}//${host.replace(/^api\.(?=github\.com$|[^.]+\.ghe\.com$)/, '')}`
}

/** GitHub's host name in records. */
export const gitHubHostOf = (apiUrl: string): string => new URL(gitHubPageOf(apiUrl)).host
