import { useMutation, useQuery } from '@tanstack/react-query'
import { createRoute, Link, useNavigate } from '@tanstack/react-router'
import { answer, api } from '../api.ts'
import { begin } from '../inside.ts'
import { buttonLook } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Threshold, ThresholdLoading } from '../parts/threshold.tsx'
import { useSecret } from '../secret.ts'
import { rootRoute } from './root.tsx'

export const setUpRoute = createRoute({ getParentRoute: () => rootRoute, path: '/set-up', component: SetUp })

function SetUp() {
  const secret = useSecret()
  const looked = useQuery({
    queryKey: ['set-up', secret],
    queryFn: () => answer(api['set-up'].look.$post({ json: { secret } })),
    refetchOnWindowFocus: false,
  })
  if (looked.isPending) return <ThresholdLoading title="Set up Tidings" />
  if (looked.isError) return <Spent message={looked.error.message} />
  return <FirstOwner secret={secret} accounts={looked.data.accounts} />
}

function Spent({ message }: { message: string }) {
  return (
    <Threshold title="This link is not valid" lead={message}>
      <div>
        <Link to="/sign-in" className={buttonLook('main')}>
          Sign in
        </Link>
      </div>
    </Threshold>
  )
}

function FirstOwner({ secret, accounts }: { secret: string; accounts: string[] }) {
  const navigate = useNavigate()
  const { given, take } = useFields({ accountName: '', name: '', email: '', password: '' })
  const setUp = useMutation({
    mutationFn: () => answer(api['set-up'].$post({ json: { secret, ...given } })),
    onSuccess: () => begin('/', () => navigate({ to: '/', replace: true })),
  })
  return (
    <Threshold
      title="Set up Tidings"
      lead={
        accounts.length > 0
          ? `You will be the owner of ${accounts.join(', ')}.`
          : 'You will be the first owner. Invite others later.'
      }
    >
      <Form verb="Get started" onSend={() => setUp.mutate()} busy={setUp.isPending} error={setUp.error}>
        {accounts.length === 0 && (
          <Field
            label="Your team or product"
            hint="Shown as the name of the changelog."
            required
            {...take('accountName')}
          />
        )}
        <Field label="Your name" autoComplete="name" required {...take('name')} />
        <Field label="Email address" type="email" autoComplete="username" required {...take('email')} />
        <Field
          label="Password"
          hint="At least 10 characters."
          type="password"
          autoComplete="new-password"
          minLength={10}
          maxLength={128}
          required
          {...take('password')}
        />
      </Form>
    </Threshold>
  )
}
