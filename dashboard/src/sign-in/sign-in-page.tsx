import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { sendSignInLink, signInWithPassword } from '../api/client.ts'
import { welcomeQuery } from '../api/queries.ts'
import { goOn, keepNext } from '../api/session.ts'
import { CenteredPage, CenteredPageLoading } from '../parts/centered-page.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

const NoOwner = lazy(() => import('./no-owner.tsx'))

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const search = route.useSearch()
  const next = search.next ?? '/'
  const navigate = useNavigate()
  const { values, bind } = useFields({ email: '', password: '' })
  const { email, password } = values
  const signIn = useMutation({
    mutationFn: () => signInWithPassword(email, password),
    onSuccess: ({ needsSecondFactor }) =>
      needsSecondFactor
        ? navigate({ to: '/sign-in/code', search: { next }, hash: location.hash.slice(1) })
        : goOn(next),
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
      <Form verb="Sign in" change={isByLink ? link : signIn}>
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
      <ProviderButtons next={next} failure={search.error} onSignedIn={() => goOn(next)} />
    </CenteredPage>
  )
}

/** Says where a sign-in link appears, once that is known. */
function whereTo(hasMail: boolean | undefined): string {
  if (hasMail === undefined) return ''
  return hasMail ? ' by email' : " in the server's terminal"
}
