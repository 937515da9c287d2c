import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api, call } from '../api/client.ts'
import { forgetSession } from '../api/session.ts'
import { CenteredPage, CenteredPageLoading } from '../parts/centered-page.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { NewPasswordField } from '../parts/form/new-password-field.tsx'
import { useSecret } from './secret.ts'

const InvalidLink = lazy(() => import('./invalid-set-up-link.tsx'))

export function SetUpPage() {
  const secret = useSecret()
  const invitation = useQuery({
    queryKey: ['set-up', secret],
    queryFn: () => call(api['set-up'].look.$post({ json: { secret } })),
    refetchOnWindowFocus: false,
    enabled: secret !== '',
  })
  const loading = <CenteredPageLoading title="Set up Tidings" />
  if (invitation.data) return <FirstOwner secret={secret} accounts={invitation.data.accounts} />
  if (secret !== '' && !invitation.error) return loading
  return (
    <Suspense fallback={loading}>
      <InvalidLink problem={invitation.error} />
    </Suspense>
  )
}

function FirstOwner({ secret, accounts }: { secret: string; accounts: string[] }) {
  const navigate = useNavigate()
  const { values, bind } = useFields({ accountName: '', name: '', email: '', password: '' })
  const setUp = useMutation({
    mutationFn: () => call(api['set-up'].$post({ json: { secret, ...values } })),
    onSuccess() {
      forgetSession()
      // An account that was created by the command line is named after a directory.
      const search = accounts.length > 0 ? { step: 'name' as const } : {}
      return navigate({ to: '/start', search, replace: true })
    },
  })
  return (
    <CenteredPage
      title="Set up Tidings"
      lead={
        accounts.length > 0
          ? `You will be the owner of ${accounts.join(', ')}.`
          : 'You will be the first owner. Invite others later.'
      }
    >
      <Form verb="Continue" change={setUp}>
        {accounts.length === 0 && (
          <Field
            label="Your team or product"
            hint="Shown as the name of the changelog."
            required
            autoFocus
            {...bind('accountName')}
          />
        )}
        <Field
          label="Your name"
          autoComplete="name"
          required
          autoFocus={accounts.length > 0}
          {...bind('name')}
        />
        <Field label="Email address" type="email" autoComplete="username" required {...bind('email')} />
        <NewPasswordField required {...bind('password')} />
      </Form>
    </CenteredPage>
  )
}
