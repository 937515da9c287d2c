import { Link } from '@tanstack/react-router'
import { buttonLook } from '../parts/button.tsx'
import { Threshold } from '../parts/threshold.tsx'

export function NotFound() {
  return (
    <Threshold title="There is nothing here" lead="The address may be mistyped, or what was here has moved.">
      <div>
        <Link to="/" className={buttonLook('main')}>
          Go to the desk
        </Link>
      </div>
    </Threshold>
  )
}
