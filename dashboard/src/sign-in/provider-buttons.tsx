import { useMutation, useQuery } from '@tanstack/react-query'
import { type SignInProvider, signInWith } from '../api/client.ts'
import { welcomeQuery } from '../api/queries.ts'
import { keepNext } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { problemOf } from './provider-problem.ts'

interface Props {
  /** The page to return to. */
  next: string
  /** The code with which a provider sent the browser back. */
  failure?: string | undefined
  /** Only those that let an invited person in who cannot sign in yet. */
  forNewcomers?: boolean
}

/** Buttons that lead to the providers which are configured; nothing without any. */
export function ProviderButtons({ next, failure, forNewcomers = false }: Props) {
  const { data: welcome } = useQuery(welcomeQuery)
  const leave = useMutation({
    mutationFn: (provider: SignInProvider) => signInWith(provider, returnPage(next)),
  })
  if (!welcome || (welcome.oidc === null && (forNewcomers || !welcome.github))) return null
  const buttonOf = (provider: SignInProvider, name: string) => (
    <Button
      busy={leave.isPending && leave.variables === provider}
      disabled={leave.isPending}
      onClick={() => leave.mutate(provider)}
    >
      Sign in with {name}
    </Button>
  )
  return (
    <div className="grid gap-3 border-t border-line pt-6">
      <Problem error={leave.error ?? problemOf(failure, welcome.oidc)} />
      {welcome.oidc !== null && buttonOf('oidc', welcome.oidc)}
      {welcome.github && !forNewcomers && buttonOf('github', 'GitHub')}
    </div>
  )
}

/** A secret after the # stays in this browser: the page is kept here, and the provider leads to where it is taken up again. */
function returnPage(next: string): string {
  if (location.hash === '' || next === '/') return next
  keepNext(`${next}${location.hash}`)
  return '/sign-in/return'
}
