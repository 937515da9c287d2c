import { Link } from '@tanstack/react-router'
import { buttonLook } from '../parts/button.tsx'
import { Threshold } from '../parts/threshold.tsx'

export function NotFound() {
  return (
    <Threshold title="Page not found" lead="The address may be mistyped, or the page has moved.">
      <div>
        <Link to="/" className={buttonLook('main')}>
          Go to the dashboard
        </Link>
      </div>
    </Threshold>
  )
}
