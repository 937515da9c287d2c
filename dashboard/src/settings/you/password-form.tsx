import { api, call } from '../../api/client.ts'
import { useChange } from '../../api/use-change.ts'
import { Fold } from '../../parts/fold.tsx'
import { Field } from '../../parts/form/field.tsx'
import { Form, useFields } from '../../parts/form/form.tsx'
import { NewPasswordField } from '../../parts/form/new-password-field.tsx'
import { Done } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'

interface Props {
  email: string
  /** Whether a password is set, and whether it must be given to change it. */
  password: { isSet: boolean; isAskedFor: boolean }
}

export function PasswordForm({ email, password }: Props) {
  const { values, bind, reset, isDirty } = useFields({ current: '', password: '' })
  const change = useChange(
    ['own-sign-in'],
    () => {
      const current = password.isAskedFor ? values.current : null
      return call(api.me.password.$post({ json: { password: values.password, current } }))
    },
    reset,
  )
  return (
    <Section title="Password" lead="Changing your password signs you out on all other devices.">
      <Fold title={password.isSet ? 'Change password' : 'Set password'}>
        <div className="max-w-form">
          <Form verb="Save" change={change} variant={isDirty ? 'primary' : 'secondary'}>
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
        </div>
      </Fold>
      <Done>{change.data && 'Password changed. You are signed out on all other devices.'}</Done>
    </Section>
  )
}
