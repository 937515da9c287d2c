import { useQuery } from '@tanstack/react-query'
import { createRoute, Link } from '@tanstack/react-router'
import { Threshold } from '../parts/threshold.tsx'
import { welcomeQuery } from '../queries.ts'
import { rootRoute } from './root.tsx'

export const linkSentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link-sent',
  validateSearch: (search: Record<string, unknown>): { email?: string } =>
    typeof search.email === 'string' ? { email: search.email } : {},
  component: LinkSent,
})

function LinkSent() {
  const { email = 'your address' } = linkSentRoute.useSearch()
  const { data } = useQuery(welcomeQuery)
  const isPrinted = data?.mail === false
  return (
    <Threshold
      title={isPrinted ? 'Check the terminal' : 'Check your email'}
      lead={
        isPrinted
          ? `Email is not configured. If ${email} can sign in, the link is printed in the terminal where Tidings runs.`
          : `If ${email} can sign in, a sign-in link is on its way.`
      }
    >
      <p className="text-quiet">
        The link works once and expires in 15 minutes. Did not get it?{' '}
        <Link to="/sign-in" className="text-accent underline">
          Try another way
        </Link>
        .
      </p>
    </Threshold>
  )
}
