import { Link } from '@tanstack/react-router'
import { buttonClass } from '../parts/button.tsx'
import { CenteredPage } from '../parts/centered-page.tsx'

export function NotFound() {
  return (
    <CenteredPage title="Page not found" lead="The address may be mistyped, or the page has moved.">
      <div>
        <Link to="/" className={buttonClass('primary')}>
          Go to the dashboard
        </Link>
      </div>
    </CenteredPage>
  )
}
