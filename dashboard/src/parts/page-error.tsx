import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isUnreachable } from '../api/error.ts'
import { Button } from './button.tsx'
import { CenteredPage } from './centered-page.tsx'

/** Replaces a page that could not be shown: what happened, and a button to try again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const retry = async () => {
    await queries.resetQueries()
    reset()
    await router.invalidate()
  }
  return (
    <CenteredPage
      title={isUnreachable(error) ? 'No connection' : 'This page could not be loaded'}
      lead={error instanceof Error ? error.message : 'Something went wrong.'}
    >
      <div>
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
      </div>
    </CenteredPage>
  )
}
