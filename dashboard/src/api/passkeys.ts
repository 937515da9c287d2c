import { api, call } from './client.ts'

/** Whether this browser supports passkeys in the form that the server sends. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Asks the person to make a passkey on one of their devices. Returns false if they decline. */
export async function addPasskey(): Promise<boolean> {
  const options = await call(api.me.passkeys.ask.$post())
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await orNull(navigator.credentials.create({ publicKey }))
  if (!made) return false
  await call(api.me.passkeys.$post({ json: asAnswer<RegistrationResponseJSON>(made) }))
  return true
}

/** Asks the person for a passkey, and signs them in with it. Returns false if they decline. */
export async function signInWithPasskey(): Promise<boolean> {
  const options = await call(api['sign-in'].passkey.ask.$post())
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const signed = await orNull(navigator.credentials.get({ publicKey }))
  if (!signed) return false
  await call(api['sign-in'].passkey.$post({ json: asAnswer<AuthenticationResponseJSON>(signed) }))
  return true
}

/** The credential as JSON. Browsers' type declarations leave its exact type open. */
const asAnswer = <T extends RegistrationResponseJSON | AuthenticationResponseJSON>(
  credential: PublicKeyCredential,
) => ({ ...(credential.toJSON() as T), type: 'public-key' as const })

/** The credential; null if the person declines or has none. Reports that a passkey already exists. */
async function orNull(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await asked
    return credential instanceof PublicKeyCredential ? credential : null
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    if (error.name === 'InvalidStateError') throw new Error('This device already has a passkey for you.')
    if (error.name === 'NotAllowedError' || error.name === 'AbortError') return null
    throw new Error('This browser cannot use a passkey here.')
  }
}
