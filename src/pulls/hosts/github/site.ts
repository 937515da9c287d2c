/**
 * The website of a GitHub API: drops `api.` from `https://api.github.com` and `https://api.team.ghe.com`, and the path `/api/v3`
 * of an Enterprise Server.
 */
export function gitHubPageOf(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl)
  return `${protocol}//${host.replace(/^api\.(?=github\.com$|[^.]+\.ghe\.com$)/, '')}`
}

/** The page of an app. On GitHub Enterprise Server it has another path. */
export function gitHubAppPageOf(apiUrl: string, slug: string): string {
  const page = gitHubPageOf(apiUrl)
  const isCloud = /(?:^|\.)(?:github\.com|ghe\.com)$/.test(new URL(page).hostname)
  return `${page}/${isCloud ? 'apps' : 'github-apps'}/${encodeURIComponent(slug)}`
}

/** GitHub's host name in records. */
export const gitHubHostOf = (apiUrl: string): string => new URL(gitHubPageOf(apiUrl)).host
