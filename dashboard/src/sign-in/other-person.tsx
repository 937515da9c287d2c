import { SignOutButton } from '../parts/sign-out.tsx'

/** In place of the invitation while somebody else is signed in than who was invited. */
export default function OtherPerson({ signedInAs }: { signedInAs: string }) {
  return (
    <>
      <p>You are signed in as {signedInAs}. Sign out, then open the link again.</p>
      <div>
        <SignOutButton />
      </div>
    </>
  )
}
