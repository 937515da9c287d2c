import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isNotFound } from '../api/error.ts'
import { welcomeQuery } from '../api/queries.ts'
import { buttonClass } from '../parts/button.tsx'
import { CenteredPage } from '../parts/centered-page.tsx'
import { WhereSetUpLinks } from './no-owner.tsx'

/** Replaces the set-up form. Without a problem, the secret is missing from the address. */
export default function InvalidSetUpLink({ problem }: { problem: Error | null }) {
  const { data: welcome } = useQuery(welcomeQuery)
  const lead = problem?.message ?? 'Part of the link is missing. Open the whole link from the terminal.'
  return (
    <CenteredPage
      title={problem === null || isNotFound(problem) ? 'This link is not valid' : 'Set up Tidings'}
      lead={lead}
    >
      {welcome?.hasNoOwner ? (
        <WhereSetUpLinks />
      ) : (
        <div>
          <Link to="/sign-in" className={buttonClass('primary')}>
            Sign in
          </Link>
        </div>
      )}
    </CenteredPage>
  )
}
