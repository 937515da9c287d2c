import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { base, signInWithCode, signInWithPassword } from '../api/client.ts'
import { renewal } from '../api/renewal.ts'
import { Button } from '../parts/button.tsx'
import { CodeForm } from '../parts/form/code-form.tsx'
import { Field, Form } from '../parts/form/form.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Out } from '../parts/text/out.tsx'
import { useWindowEvent } from '../parts/use-window-event.ts'

/** Asks again for the password, and for a code if there is a second factor, over the open page, which then continues where it was. */
export function SignInDialog({ email }: { email: string }) {
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => signInWithPassword(email, password),
    onSuccess({ needsSecondFactor }) {
      if (!needsSecondFactor) renewal.done()
    },
  })
  const needsCode = signIn.data?.needsSecondFactor === true
  // Once the person has signed in on another tab. What waits is not sent as another person.
  useWindowEvent('focus', async () => {
    const answer = await fetch(`${base}api/me`).catch(() => null)
    if (answer?.ok && (await answer.json()).person.email === email) renewal.done()
  })
  return (
    <Dialog title="Your session has ended" onClose={() => renewal.cancel()}>
      <p className="text-quiet">Sign in again to continue. What you typed is kept.</p>
      {needsCode ? (
        <CodeForm verb="Sign in" send={signInWithCode} onDone={() => renewal.done()} />
      ) : (
        <Form verb="Sign in" change={signIn}>
          <Field label="Email address" type="email" autoComplete="username" value={email} readOnly />
          <Field
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        </Form>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 text-s">
        <Out href={`${base}sign-in`} className="text-accent underline">
          Sign in another way (new tab)
        </Out>
        <Button onClick={() => renewal.cancel()}>Cancel</Button>
      </div>
    </Dialog>
  )
}
