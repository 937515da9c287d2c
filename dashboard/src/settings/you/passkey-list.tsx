import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../../api/client.ts'
import { addPasskey, canUsePasskeys } from '../../api/passkeys.ts'
import { type OwnSignIn, welcomeQuery } from '../../api/queries.ts'
import { ChangeButton } from '../../parts/change-button.tsx'
import { Done } from '../../parts/notice.tsx'
import { Row } from '../../parts/row.tsx'
import { Time } from '../../parts/text/time.tsx'

/** The passkeys of a person. Renders nothing if there are none and none can be made. */
export function PasskeyRows({ passkeys }: Pick<OwnSignIn, 'passkeys'>) {
  const { data: welcome } = useQuery(welcomeQuery)
  const [isAdded, setAdded] = useState(false)
  const isPossible = welcome?.passkeys === true && canUsePasskeys()
  if (passkeys.length === 0 && !isPossible) return null
  return (
    <>
      <Row
        title="Passkeys"
        meta="Sign in with your fingerprint, your face or the PIN of your device, without a password or a link."
        action={
          isPossible && (
            <ChangeButton verb="Add" label="Add a passkey" send={addPasskey} onSuccess={setAdded} />
          )
        }
      >
        <Done>{isAdded && 'Passkey added. You can sign in with it from now on.'}</Done>
      </Row>
      {passkeys.map(({ id, device, createdAt, lastUsedAt }) => (
        <Row
          key={id}
          title={`Added with ${device}`}
          meta={
            <>
              Added <Time at={createdAt} />, {lastUsedAt === null ? 'never used' : 'last used '}
              {lastUsedAt !== null && <Time at={lastUsedAt} />}
            </>
          }
          action={
            <ChangeButton
              verb="Remove"
              label={`Remove the passkey added with ${device}`}
              send={() => call(api.me.passkeys[':passkey'].$delete({ param: { passkey: id } }))}
              question="Remove this passkey?"
            >
              Nobody can sign in with it any more. Sessions that it started stay signed in.
            </ChangeButton>
          }
        />
      ))}
    </>
  )
}
