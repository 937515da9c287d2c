import { useMutation, useQuery } from '@tanstack/react-query'
import { createRoute, Link, useNavigate } from '@tanstack/react-router'
import { answer, api } from '../api.ts'
import { begin } from '../inside.ts'
import { Button, buttonLook } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { SignOutButton } from '../parts/sign-out.tsx'
import { Threshold, ThresholdLoading } from '../parts/threshold.tsx'
import { useSecret } from '../secret.ts'
import { rootRoute } from './root.tsx'

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: Invitation,
})

function Invitation() {
  const secret = useSecret()
  const { data, error, isPending } = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => answer(api.invitation.look.$post({ json: { secret } })),
    refetchOnWindowFocus: false,
  })
  if (isPending) return <ThresholdLoading title="Your invitation" />
  if (error) return <Threshold title="This invitation is not valid" lead={error.message} />
  const lead = `${data.from || 'An owner'} invited ${data.email} to work on the changelog of ${data.account} as ${data.role}.`
  return (
    <Threshold title={`Join ${data.account}`} lead={lead}>
      {data.signedInAs === data.email ? (
        <Join secret={secret} />
      ) : data.signedInAs !== null ? (
        <OtherPerson signedInAs={data.signedInAs} />
      ) : data.isKnown ? (
        <SignInFirst secret={secret} />
      ) : (
        <Newcomer secret={secret} email={data.email} />
      )}
    </Threshold>
  )
}

function useAccept(secret: string) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (given: { name?: string; password?: string }) =>
      answer(api.invitation.accept.$post({ json: { secret, ...given } })),
    onSuccess: ({ account }) =>
      begin('/', () => navigate({ to: '/$account/members', params: { account }, replace: true })),
  })
}

function Join({ secret }: { secret: string }) {
  const accept = useAccept(secret)
  return (
    <>
      <Problem error={accept.error} />
      <div>
        <Button look="main" busy={accept.isPending} onClick={() => accept.mutate({})}>
          Accept invitation
        </Button>
      </div>
    </>
  )
}

function OtherPerson({ signedInAs }: { signedInAs: string }) {
  return (
    <>
      <p>You are signed in as {signedInAs}. Sign out, then open the link again.</p>
      <div>
        <SignOutButton />
      </div>
    </>
  )
}

function SignInFirst({ secret }: { secret: string }) {
  return (
    <>
      <p>You already have a sign-in. Sign in, and you return to this page.</p>
      <div>
        <Link to="/sign-in" search={{ next: '/invitation' }} hash={secret} className={buttonLook('main')}>
          Sign in
        </Link>
      </div>
    </>
  )
}

function Newcomer({ secret, email }: { secret: string; email: string }) {
  const { given, take } = useFields({ name: '', password: '' })
  const accept = useAccept(secret)
  const send = () =>
    accept.mutate({ name: given.name, ...(given.password !== '' && { password: given.password }) })
  return (
    <Form verb="Accept invitation" onSend={send} busy={accept.isPending} error={accept.error}>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Your name" autoComplete="name" required {...take('name')} />
      <Field
        label="Password"
        hint="At least 10 characters. Leave it empty to sign in with links by email."
        type="password"
        autoComplete="new-password"
        minLength={10}
        maxLength={128}
        {...take('password')}
      />
    </Form>
  )
}
