import { useMutation, useQuery } from '@tanstack/react-query'
import { createRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { base, sendSignInLink, signInWithGitHub, signInWithPassword } from '../api.ts'
import { begin, keepNext, pageFrom } from '../inside.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Threshold } from '../parts/threshold.tsx'
import { welcomeQuery } from '../queries.ts'
import { rootRoute } from './root.tsx'

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string; error?: string } => ({
    ...(search.next !== undefined && { next: pageFrom(search.next) }),
    ...(typeof search.error === 'string' && { error: search.error }),
  }),
  component: SignIn,
})

/** What GitHub, or our side of it, sent the browser back with. */
function refusalOf(error: string | undefined): Error | null {
  if (error === undefined) return null
  if (error === 'signup_disabled' || error === 'account_not_linked')
    return new Error('No member has the email address from GitHub. Ask for an invitation.')
  if (error === 'access_denied') return new Error('You did not authorize Tidings on GitHub.')
  return new Error('Signing in with GitHub failed. Try again, or sign in another way.')
}

function SignIn() {
  const search = signInRoute.useSearch()
  const next = search.next ?? '/'
  const navigate = useNavigate()
  const { history } = useRouter()
  const { given, take } = useFields({ email: '', password: '' })
  const { email, password } = given
  const enter = useMutation({
    mutationFn: () => signInWithPassword(email, password),
    onSuccess: () =>
      begin(next, async href => history.push(`${base.replace(/\/$/, '')}${href}${location.hash}`)),
  })
  const link = useMutation({
    mutationFn: () => sendSignInLink(email),
    onSuccess: () => {
      keepNext(`${next}${location.hash}`)
      return navigate({ to: '/link-sent', search: { email } })
    },
  })
  const isByLink = password === ''
  return (
    <Threshold title="Sign in">
      <Form
        verb={isByLink ? 'Send sign-in link' : 'Sign in'}
        onSend={() => (isByLink ? link : enter).mutate()}
        busy={enter.isPending || link.isPending}
        error={enter.error ?? link.error ?? refusalOf(search.error)}
      >
        <Field label="Email address" type="email" autoComplete="username" required {...take('email')} />
        <Field
          label="Password"
          hint="Leave it empty to get a sign-in link by email."
          type="password"
          autoComplete="current-password"
          {...take('password')}
        />
      </Form>
      <GitHubWay next={next} />
    </Threshold>
  )
}

function GitHubWay({ next }: { next: string }) {
  const welcome = useQuery(welcomeQuery)
  const leave = useMutation({ mutationFn: () => signInWithGitHub(`${base.replace(/\/$/, '')}${next}`) })
  if (!welcome.data?.github) return null
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <Problem error={leave.error} />
      <Button busy={leave.isPending} onClick={() => leave.mutate()}>
        Sign in with GitHub
      </Button>
    </div>
  )
}
