/** Where GitHub's pages are: `https://api.github.com` and `https://api.team.ghe.com` lose a word, an Enterprise Server its `/api/v3`. */
export function gitHubPageOf(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl)
  return `${protocol}//${host.replace(/^api\.(?=github\.com$|[^.]+\.ghe\.com$)/, '')}`
}

/** An app's own page: an Enterprise Server keeps it elsewhere. */
export function gitHubAppPageOf(apiUrl: string, slug: string): string {
  const page = gitHubPageOf(apiUrl)
  const isCloud = /(?:^|\.)(?:github\.com|ghe\.com)$/.test(new URL(page).hostname)
  return `${page}/${isCloud ? 'apps' : 'github-apps'}/${encodeURIComponent(slug)}`
}

/** The name by which records know it. */
export const gitHubHostOf = (apiUrl: string): string => new URL(gitHubPageOf(apiUrl)).host
