import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isOffline } from '../api.ts'
import { Button } from './button.tsx'
import { Threshold } from './threshold.tsx'

/** A page that could not be shown: what happened, and the way to try again. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const again = async () => {
    await queries.resetQueries()
    reset()
    await router.invalidate()
  }
  return (
    <Threshold
      title={isOffline(error) ? 'No connection' : 'This page could not be loaded'}
      lead={error instanceof Error ? error.message : 'Something went wrong.'}
    >
      <div>
        <Button look="main" onClick={again}>
          Try again
        </Button>
      </div>
    </Threshold>
  )
}
