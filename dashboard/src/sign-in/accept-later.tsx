import { Link } from '@tanstack/react-router'
import { buttonClass } from '../parts/button.tsx'
import { SignOutButton } from '../parts/sign-out.tsx'

interface Props {
  /** The secret of the invitation. */
  secret: string
  signedInAs: string | null
}

/** Leads to signing in as the invited person first, because nobody or somebody else is signed in. */
export default function AcceptLater({ secret, signedInAs }: Props) {
  return (
    <>
      <p>
        {signedInAs === null
          ? 'You already have a sign-in. Sign in, and you return to this page.'
          : `You are signed in as ${signedInAs}. Sign out, then open the link again.`}
      </p>
      <div>
        {signedInAs === null ? (
          <Link
            to="/sign-in"
            search={{ next: '/invitation' }}
            hash={secret}
            className={buttonClass('primary')}
          >
            Sign in
          </Link>
        ) : (
          <SignOutButton />
        )}
      </div>
    </>
  )
}
