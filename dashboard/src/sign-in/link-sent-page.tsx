import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { welcomeQuery } from '../api/queries.ts'
import { CenteredPage } from '../parts/centered-page.tsx'

const route = getRouteApi('/link-sent')

export function LinkSentPage() {
  const { email = 'your address' } = route.useSearch()
  const { data } = useQuery(welcomeQuery)
  const isPrinted = data?.mail === false
  return (
    <CenteredPage
      title={isPrinted ? 'Check the terminal' : 'Check your email'}
      lead={
        isPrinted
          ? `Email is not configured. If ${email} can sign in, the link is printed in the terminal where Tidings runs.`
          : `If ${email} can sign in, a sign-in link is on its way.`
      }
    >
      <p className="text-quiet">
        The link works once and expires in 15 minutes. Didn't get it?{' '}
        <Link to="/sign-in" className="text-accent underline">
          Try another way
        </Link>
        .
      </p>
    </CenteredPage>
  )
}
