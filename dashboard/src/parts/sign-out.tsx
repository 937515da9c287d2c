import { useMutation } from '@tanstack/react-query'
import { api, base, call, signOut } from '../api/client.ts'
import { Button } from './button.tsx'

/** Ends the session on this device, or on all. */
export function useSignOut() {
  return useMutation({
    mutationFn: async (where: 'here' | 'everywhere') => {
      if (where === 'everywhere') await call(api.me['sign-out-everywhere'].$post())
      await signOut()
    },
    // Nothing that was loaded or typed stays in the page for the next person.
    onSuccess: () => location.assign(`${base}sign-in`),
  })
}

export function SignOutButton() {
  const leave = useSignOut()
  return (
    <Button busy={leave.isPending} onClick={() => leave.mutate('here')}>
      Sign out
    </Button>
  )
}
