import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, call, signOut } from '../api/client.ts'
import { renewal } from '../api/renewal.ts'
import { forgetSession } from '../api/session.ts'
import { Button } from './button.tsx'

/** Ends the session on this device, or on all. */
export function useSignOut() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (where: 'here' | 'everywhere') => {
      if (where === 'everywhere') await call(api.me['sign-out-everywhere'].$post())
      await signOut()
    },
    async onSuccess() {
      renewal.setPerson(null)
      await navigate({ to: '/sign-in' })
      forgetSession()
    },
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
