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
      title={isPrinted ? 'Look at the terminal' : 'Look into your mail'}
      lead={
        isPrinted
          ? `No mail is configured here. If ${email} can sign in, the link is printed on the terminal where Tidings runs.`
          : `If ${email} can sign in here, a link is on its way.`
      }
    >
      <p className="text-quiet">
        It works once, within 15 minutes. Nothing came?{' '}
        <Link to="/sign-in" className="text-accent underline">
          Try another way
        </Link>
        .
      </p>
    </Threshold>
  )
}
