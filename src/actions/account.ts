import { accountDomain } from './account-domain.ts'
import { signIn } from './sign-on.ts'

/** What is done with an account and its settings. */
export const account = { ...accountDomain, 'sign-in': signIn }
