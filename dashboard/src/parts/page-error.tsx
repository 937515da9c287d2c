import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError, isUnreachable } from '../api/error.ts'
import { Button } from './button.tsx'
import { CenteredPage } from './centered-page.tsx'

/** Browsers report a part that is gone after an update of the server in words of their own, all of a module or a style sheet. */
const messageOf = (error: Error): string =>
  /module|CSS/.test(error.message)
    ? 'A part of it is missing, perhaps since an update. Nothing is lost.'
    : error.message

/** Replaces a page that could not be shown: what happened, and a button to try again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const retry = async () => {
    // What failed in the browser itself fails again until the page is loaded anew.
    if (!(error instanceof ApiError)) return location.reload()
    await queries.resetQueries()
    reset()
    await router.invalidate()
  }
  return (
    <CenteredPage
      title={isUnreachable(error) ? 'No connection' : 'This page could not be loaded'}
      lead={error instanceof Error ? messageOf(error) : 'Something went wrong.'}
    >
      <div>
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
      </div>
    </CenteredPage>
  )
}
