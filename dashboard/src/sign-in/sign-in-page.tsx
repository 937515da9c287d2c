import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { base, sendSignInLink, signInWithGitHub, signInWithPassword } from '../api/client.ts'
import { welcomeQuery } from '../api/queries.ts'
import { forgetSession, keepNext } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { CenteredPage, CenteredPageLoading } from '../parts/centered-page.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Problem } from '../parts/notice.tsx'

const NoOwner = lazy(() => import('./no-owner.tsx'))

const route = getRouteApi('/sign-in')

/** The message for an error code in the address, with which GitHub or the sign-in library sent the browser back. */
function messageFor(error: string | undefined): Error | null {
  if (error === undefined) return null
  if (error === 'signup_disabled' || error === 'account_not_linked')
    return new Error('No member has the email address from GitHub. Ask for an invitation.')
  if (error === 'access_denied') return new Error('You did not authorize Tidings on GitHub.')
  return new Error('Signing in with GitHub failed. Try again, or sign in another way.')
}

export function SignInPage() {
  const search = route.useSearch()
  const next = search.next ?? '/'
  const navigate = useNavigate()
  const { history } = useRouter()
  const { values, bind } = useFields({ email: '', password: '' })
  const { email, password } = values
  const signIn = useMutation({
    mutationFn: () => signInWithPassword(email, password),
    onSuccess() {
      forgetSession()
      history.push(`${base.replace(/\/$/, '')}${next}${location.hash}`)
    },
  })
  const link = useMutation({
    mutationFn: () => sendSignInLink(email),
    onSuccess: () => {
      keepNext(`${next}${location.hash}`)
      return navigate({ to: '/link-sent', search: { email } })
    },
  })
  const isByLink = password === ''
  const { data: welcome } = useQuery({ ...welcomeQuery, staleTime: 0 })
  if (welcome?.hasNoOwner)
    return (
      <Suspense fallback={<CenteredPageLoading title="Sign in" />}>
        <NoOwner />
      </Suspense>
    )
  return (
    <CenteredPage title="Sign in" lead="Write, review and publish your changelog.">
      <Form
        verb="Sign in"
        onSend={() => (isByLink ? link : signIn).mutate()}
        busy={signIn.isPending || link.isPending}
        error={signIn.error ?? link.error ?? messageFor(search.error)}
      >
        <Field
          label="Email address"
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...bind('email')}
        />
        <Field
          label="Password"
          hint={`Leave it empty to get a sign-in link${whereTo(welcome?.mail)}.`}
          type="password"
          autoComplete="current-password"
          {...bind('password')}
        />
      </Form>
      <GitHubSignIn next={next} />
    </CenteredPage>
  )
}

/** Where a sign-in link appears, once it is known. */
function whereTo(hasMail: boolean | undefined): string {
  if (hasMail === undefined) return ''
  return hasMail ? ' by email' : " in the server's terminal"
}

function GitHubSignIn({ next }: { next: string }) {
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
