import { useState } from 'react'
import { api, call } from '../../api/client.ts'
import type { OwnSignIn } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { Field, Form, useFields } from '../../parts/form/form.tsx'
import { NewPasswordField } from '../../parts/form/new-password-field.tsx'
import { Done } from '../../parts/notice.tsx'
import { DialogButton } from '../../parts/overlay/dialog-button.tsx'
import { Row } from '../../parts/row.tsx'

interface Props extends Pick<OwnSignIn, 'password'> {
  email: string
}

export function PasswordRow({ email, password }: Props) {
  const [isDone, setDone] = useState(false)
  const verb = password.isSet ? 'Replace' : 'Add'
  const title = password.isSet ? 'Replace the password' : 'Add a password'
  return (
    <Row
      title="Password"
      meta={`${password.isSet ? 'Changing your password' : 'Set a password to sign in without a link. That'} signs you out on all other devices.`}
      action={
        <DialogButton verb={verb} label={title}>
          {close => (
            <PasswordForm
              {...{ email, password, close }}
              onDone={() => {
                setDone(true)
                close()
              }}
            />
          )}
        </DialogButton>
      }
    >
      <Done>{isDone && 'Password saved. You are signed out on all other devices.'}</Done>
    </Row>
  )
}

function PasswordForm({ email, password, close, onDone }: Props & Record<'close' | 'onDone', () => void>) {
  const { values, bind } = useFields({ current: '', password: '' })
  const change = useChange(() => {
    const current = password.isAskedFor ? values.current : null
    return call(api.me.password.$post({ json: { password: values.password, current } }))
  }, onDone)
  return (
    <Form verb="Save" change={change} onCancel={close}>
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
  )
}
