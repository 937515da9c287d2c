/**
 * The message for an error code in the address, with which a provider or the server sent the browser back.
 * `oidc` is the name of that provider.
 */
export function problemOf(code: string | undefined, oidc: string | null | undefined): Error | null {
  if (code === undefined) return null
  const said = code.startsWith('oidc_') ? oidcProblem(code, oidc ?? 'single sign-on') : gitHubProblem(code)
  return new Error(said)
}

function oidcProblem(code: string, name: string): string {
  if (code === 'oidc_unverified')
    return `You were not signed in: ${name} has not verified your email address. Verify it there, or ask whoever runs ${name}. Then try again.`
  if (code === 'oidc_unknown')
    return `No member and no open invitation has your email address from ${name}. Ask an owner to invite it.`
  if (code === 'oidc_full')
    return 'You were not signed in: the account of your company has no seat left. Its owners can see that you tried; ask one of them for a seat.'
  if (code === 'oidc_declined') return `You were not signed in with ${name}.`
  if (code === 'oidc_unavailable')
    return `Signing in with ${name} is not available right now. Sign in another way, or try again later.`
  return `Signing in with ${name} failed. Try again, or sign in another way.`
}

function gitHubProblem(code: string): string {
  if (code === 'signup_disabled' || code === 'account_not_linked')
    return 'No member has the email address from GitHub. Ask for an invitation.'
  if (code === 'access_denied') return 'You did not authorize Tidings on GitHub.'
  return 'Signing in with GitHub failed. Try again, or sign in another way.'
}
