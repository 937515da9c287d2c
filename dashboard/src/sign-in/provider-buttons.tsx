import { useMutation, useQuery } from '@tanstack/react-query'
import { type SignInProvider, signInWith } from '../api/client.ts'
import { canUsePasskeys, signInWithPasskey } from '../api/passkeys.ts'
import { welcomeQuery } from '../api/queries.ts'
import { keepNext } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'

interface Props {
  /** The page to return to. */
  next: string
  /** The error code with which a provider sent the browser back. */
  failure?: string | undefined
  /** Called when a passkey has signed the person in. If it is left out, only ways are shown that let an invited person in. */
  onSignedIn?: () => void
}

/** Ways to sign in without typing: a passkey, and the configured providers. Renders nothing if there are none. */
export function ProviderButtons({ next, failure, onSignedIn }: Props) {
  const { data: welcome } = useQuery(welcomeQuery)
  const leave = useMutation({
    mutationFn: (provider: SignInProvider) => signInWith(provider, returnPage(next)),
  })
  const passkey = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: isSignedIn => {
      if (isSignedIn) onSignedIn?.()
    },
  })
  if (!welcome) return null
  const isKnown = onSignedIn !== undefined
  const shown = {
    oidc: welcome.oidc !== null,
    passkey: isKnown && welcome.passkeys && canUsePasskeys(),
    gitHub: isKnown && welcome.github,
  }
  if (!Object.values(shown).includes(true)) return null
  const buttonOf = (way: SignInProvider | 'passkey', name: string) => (
    <Button
      busy={way === 'passkey' ? passkey.isPending : leave.isPending && leave.variables === way}
      disabled={leave.isPending}
      onClick={() => (way === 'passkey' ? passkey.mutate() : leave.mutate(way))}
    >
      Sign in with {name}
    </Button>
  )
  return (
    <div className="grid gap-3 border-t border-line pt-6">
      <Problem error={leave.error ?? passkey.error ?? problemOf(failure, welcome.oidc)} />
      {welcome.oidc !== null && buttonOf('oidc', welcome.oidc)}
      {shown.passkey && buttonOf('passkey', 'a passkey')}
      {shown.gitHub && buttonOf('github', 'GitHub')}
    </div>
  )
}

/**
 * The page to return to. A secret after the # must stay in this browser, so such a page is stored here, and
 * the provider leads to where it is taken up again.
 */
function returnPage(next: string): string {
  if (location.hash === '' || next === '/') return next
  keepNext(`${next}${location.hash}`)
  return '/sign-in/return'
}

/**
 * The message for an error code in the address, with which a provider or the server sent the browser back.
 * `oidc` is the name of that provider.
 */
function problemOf(code: string | undefined, oidc: string | null | undefined): Error | null {
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
