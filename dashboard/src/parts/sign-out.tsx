import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { answer, api, signOut } from '../api.ts'
import { queryClient } from '../queries.ts'
import { Button } from './button.tsx'

/** Ends the session here, or all of them. */
export function useSignOut() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (where: 'here' | 'everywhere') => {
      if (where === 'everywhere') await answer(api.me['sign-out-everywhere'].$post())
      await signOut()
    },
    async onSuccess() {
      queryClient.removeQueries()
      await navigate({ to: '/sign-in' })
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
