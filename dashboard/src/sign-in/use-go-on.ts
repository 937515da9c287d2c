import { useRouter } from '@tanstack/react-router'
import { base } from '../api/client.ts'
import { forgetSession, takeNext } from '../api/session.ts'

/** Continues once the person is signed in: to `next` with the part after the #, or else to the stored page. */
export function useGoOn(next: string | undefined): () => void {
  const { history } = useRouter()
  return () => {
    forgetSession()
    const page = next === undefined ? takeNext() : `${next}${location.hash}`
    history.replace(`${base.replace(/\/$/, '')}${page}`)
  }
}
