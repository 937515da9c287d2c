import { z } from 'zod'
import { type SealedCookie, sealedCookie } from '#auth/sealed-cookie.ts'
import type { SignInContext } from '#auth/sign-in-context.ts'
import { AUTH_PATH } from '#auth/sign-in-links.ts'
import { CHECKS } from './provider.ts'

const PENDING = z.object({ checks: CHECKS, next: z.string() })

/** A sign-in while the person is at the provider: what its response must match, and the page that they wanted. */
export type PendingSignIn = SealedCookie<z.infer<typeof PENDING>>

/** Keeps it in the browser that began it, so that no other browser can finish it. */
export const pendingSignIn = (context: SignInContext): PendingSignIn =>
  sealedCookie(context, { name: 'tidings.oidc', path: AUTH_PATH, minutes: 10, holds: PENDING })
