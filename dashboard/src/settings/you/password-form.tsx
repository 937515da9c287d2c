import { useMutation } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import { ownSignInQuery, queryClient } from '../../api/queries.ts'
import { Field } from '../../parts/form/field.tsx'
import { Form, useFields } from '../../parts/form/form.tsx'
import { NewPasswordField } from '../../parts/form/new-password-field.tsx'
import { Done } from '../../parts/notice.tsx'

interface Props {
  email: string
  /** Whether there is one, and whether it must be shown. */
  password: { isSet: boolean; isAskedFor: boolean }
}

export function PasswordForm({ email, password }: Props) {
  const { values, bind, reset, isDirty } = useFields({ current: '', password: '' })
  const change = useMutation({
    mutationFn: () => {
      const current = password.isAskedFor ? values.current : null
      return call(api.me.password.$post({ json: { password: values.password, current } }))
    },
    onSuccess: reset,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey }),
  })
  return (
    <section aria-labelledby="own-password" className="grid max-w-form gap-3">
      <h2 id="own-password" className="text-l font-semibold">
        Password
      </h2>
      <Form
        verb={password.isSet ? 'Change password' : 'Set password'}
        onSend={() => change.mutate()}
        variant={isDirty ? 'primary' : 'secondary'}
        busy={change.isPending}
        error={change.error}
      >
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        {password.isAskedFor && (
          <Field
            label="Current password"
            hint="Forgot it? Sign out and sign in with a link by email. For ten minutes after that, you can reset your password without it."
            type="password"
            autoComplete="current-password"
            required
            {...bind('current')}
          />
        )}
        <NewPasswordField label="New password" required {...bind('password')} />
      </Form>
      <Done>
        {change.data
          ? 'Password changed. You are signed out on all other devices.'
          : 'Changing your password signs you out on all other devices.'}
      </Done>
    </section>
  )
}
