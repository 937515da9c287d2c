import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { CodeField } from '../parts/form/code-field.tsx'
import { Form } from '../parts/form/form.tsx'

/** Finishes a sign-in that waits for the second factor. */
export function CodeForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [code, setCode] = useState('')
  const finish = useMutation({
    mutationFn: () => call(api['sign-in'].code.$post({ json: { code } })),
    onSuccess: onSignedIn,
    onError: () => setCode(''),
  })
  return (
    <Form verb="Sign in" change={finish}>
      <CodeField value={code} onChange={setCode} />
    </Form>
  )
}
