import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Role } from '#accounts/roles.ts'
import { api, call } from '../api/client.ts'
import { isNotFound } from '../api/error.ts'
import { welcomeQuery } from '../api/queries.ts'
import { forgetSession } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { CenteredPage, CenteredPageLoading } from '../parts/centered-page.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { NewPasswordField } from '../parts/form/new-password-field.tsx'
import { Problem } from '../parts/notice.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { useSecret } from './secret.ts'

const AcceptLater = lazy(() => import('./accept-later.tsx'))

export function InvitationPage() {
  const secret = useSecret()
  const { data, error, isPending } = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => call(api.invitation.look.$post({ json: { secret } })),
    refetchOnWindowFocus: false,
  })
  if (isPending) return <CenteredPageLoading title="Your invitation" />
  if (error) {
    const title = isNotFound(error) ? 'This invitation is not valid' : 'Your invitation'
    return <CenteredPage title={title} lead={error.message} />
  }
  const lead = `${data.from || 'An owner'} invited ${data.email} to work on the changelog of ${data.account} as ${data.role === 'owner' ? 'an' : 'a'} ${data.role}.`
  return (
    <CenteredPage title={`Join ${data.account}`} lead={lead}>
      {data.signedInAs === data.email ? (
        <Join accepting={{ secret, role: data.role }} />
      ) : data.signedInAs !== null || data.isKnown ? (
        <Suspense>
          <AcceptLater secret={secret} signedInAs={data.signedInAs} />
        </Suspense>
      ) : (
        <>
          <Newcomer accepting={{ secret, role: data.role }} email={data.email} />
          <ProviderButtons next="/" />
        </>
      )}
    </CenteredPage>
  )
}

/** The secret of the invitation, and the role that it gives. */
interface Accepting {
  secret: string
  role: Role
}

function useAccept({ secret, role }: Accepting) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (values: { name?: string; password?: string }) =>
      call(api.invitation.accept.$post({ json: { secret, ...values } })),
    async onSuccess({ account }) {
      forgetSession()
      const { firstPage } = await import('../start/queries.ts')
      const to = await firstPage({ id: account, role })
      return navigate({ to, params: { account }, replace: true })
    },
  })
}

function Join({ accepting }: { accepting: Accepting }) {
  const accept = useAccept(accepting)
  return (
    <>
      <Problem error={accept.error} />
      <div>
        <Button variant="primary" autoFocus busy={accept.isPending} onClick={() => accept.mutate({})}>
          Accept
        </Button>
      </div>
    </>
  )
}

function Newcomer({ accepting, email }: { accepting: Accepting; email: string }) {
  const { values, bind } = useFields({ name: '', password: '' })
  const accept = useAccept(accepting)
  const { data: welcome } = useQuery(welcomeQuery)
  const send = () =>
    accept.mutate({ name: values.name, ...(values.password !== '' && { password: values.password }) })
  return (
    <Form verb="Accept" onSend={send} change={accept}>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Your name" autoComplete="name" required autoFocus {...bind('name')} />
      <NewPasswordField hint={welcome && withoutPassword(welcome.mail)} {...bind('password')} />
    </Form>
  )
}

const withoutPassword = (hasMail: boolean): string =>
  hasMail
    ? 'Leave it empty to sign in with links by email.'
    : 'Choose one: this server sends no mail, so your sign-in links would appear only in its terminal.'
