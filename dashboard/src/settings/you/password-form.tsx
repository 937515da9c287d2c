import { useState } from 'react'
import { api, call } from '../../api/client.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/form/field.tsx'
import { Form, useFields } from '../../parts/form/form.tsx'
import { NewPasswordField } from '../../parts/form/new-password-field.tsx'
import { Done } from '../../parts/notice.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Section } from '../../parts/section.tsx'

interface Props {
  email: string
  /** Whether a password is set, and whether it must be given to change it. */
  password: { isSet: boolean; isAskedFor: boolean }
}

export function PasswordForm({ email, password }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { values, bind, reset } = useFields({ current: '', password: '' })
  const close = () => {
    setOpen(false)
    reset()
  }
  const change = useChange(
    ['own-sign-in'],
    () => {
      const current = password.isAskedFor ? values.current : null
      return call(api.me.password.$post({ json: { password: values.password, current } }))
    },
    close,
  )
  const open = () => {
    change.reset()
    setOpen(true)
  }
  const title = password.isSet ? 'Replace the password' : 'Add a password'
  return (
    <Section title="Password" lead="Changing your password signs you out on all other devices.">
      <div>
        <Button aria-label={title} onClick={open}>
          {password.isSet ? 'Replace' : 'Add'}
        </Button>
      </div>
      {isOpen && (
        <Dialog title={title} onClose={close}>
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
        </Dialog>
      )}
      <Done>{change.data && 'Password changed. You are signed out on all other devices.'}</Done>
    </Section>
  )
}
