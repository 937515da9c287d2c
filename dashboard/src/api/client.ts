import { hc } from 'hono/client'
import type { z } from 'zod'
import type { ActionName, ActionNamed } from '../../../src/actions/actions.ts'
import type { ItemOutcome } from '../../../src/web/dashboard-api/actions.ts'
import type { DashboardApi } from '../../../src/web/dashboard-api/api.ts'
import { connection } from './connection.ts'
import { errorFrom, unreachable } from './error.ts'
import { renewal } from './renewal.ts'

/** The path of the dashboard, with a slash at its end. The server writes it into the page. */
export const base = document.querySelector<HTMLMetaElement>('meta[name="tidings-base"]')?.content ?? '/app/'

/** The typed client of the dashboard's API. Pass its requests to `call`. */
export const api = hc<DashboardApi>(`${location.origin}${base}api`, { fetch: send })

function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = sendSignedIn(input, init)
  return init?.method === 'GET' ? answer : watchChange(answer)
}

/** Sends a request. If the session has ended, waits until the person has signed in again, and sends it once more. */
async function sendSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchWatched(input, init)
  if (response.status !== 401 || !renewal.person) return response
  await renewal.wait()
  return fetchWatched(input, init)
}

async function fetchWatched(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  // Somebody else may have signed in on another tab: the server does nothing as them.
  if (renewal.person) headers.set('Tidings-Person', renewal.person.id)
  try {
    const request = fetch(input, { ...init, headers })
    // Nobody waits for a request of low priority, so a slow one says nothing about the connection.
    return await (init?.priority === 'low' ? request : connection.watch(request))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw unreachable()
  }
}

export type Answers<T> = Promise<{ ok: boolean; status: number; json(): Promise<T> }>

/** The body of a successful answer. Throws `ApiError` for any other. */
export async function call<T>(request: Answers<T>): Promise<T> {
  const response = await request
  if (response.ok) return response.json()
  throw await errorFrom(response)
}

export type InputOf<N extends ActionName> = z.input<ActionNamed<N>['input']>
export type OutputOf<N extends ActionName> = Awaited<ReturnType<ActionNamed<N>['run']>>

/** Runs an action in an account. */
export const act = <N extends ActionName>(
  account: string,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> => postAction(account, name, input)

/** An action with the input that its items have in common. */
export type Shared<N extends ActionName> = { [M in N]: { action: M } & Omit<InputOf<M>, 'id' | 'seen'> }[N]

/** Runs an action on each of several items, as one change, once the server can be reached. */
export const actOnEach = async <N extends ActionName>(
  account: string,
  { action, ...input }: Shared<N>,
  items: readonly { id: string; seen?: number }[],
): Promise<{ change: string; outcomes: ItemOutcome<OutputOf<N>>[] }> => {
  await connection.whenBack()
  return postAction(account, action, { ...input, items })
}

/** Browsers let only 64 KiB of requests at a time outlive their page. */
const OUTLIVES_PAGE = 16_384

const postAction = async <T>(account: string, name: string, input: object): Promise<T> => {
  const body = JSON.stringify(input)
  return call(
    send(`${base}api/accounts/${account}/actions/${name.replaceAll(' ', '.')}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      // Reaches the server even if the person leaves the page.
      keepalive: body.length < OUTLIVES_PAGE,
    }),
  )
}

/** Posts to a route of signing in, which is not part of the typed API. */
async function postAuth<T = { url?: string }>(path: string, body: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json' }
  return call(fetchWatched(`${base}auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

/** Signs in. `needsSecondFactor` says that a code is needed to finish. */
export const signInWithPassword = (email: string, password: string) =>
  postAuth<{ needsSecondFactor: boolean }>('sign-in/email', { email, password })

/** Finishes a sign-in that waits for the second factor. */
export const signInWithCode = (code: string) => call(api['sign-in'].code.$post({ json: { code } }))

export const sendSignInLink = (email: string) => postAuth('sign-in/magic-link', { email })

export const signOut = () => postAuth('sign-out', {})

/** The providers that a person can sign in with. */
export type SignInProvider = 'github' | 'oidc'

/** Leaves this page for the provider, which sends the browser back to `next`. */
export async function signInWith(provider: SignInProvider, next: string): Promise<void> {
  const { url } =
    provider === 'oidc'
      ? await postAuth('sign-in/oidc', { next })
      : await postAuth('sign-in/social', {
          provider,
          callbackURL: `${base.replace(/\/$/, '')}${next}`,
          errorCallbackURL: `${base}sign-in`,
        })
  if (url) location.assign(url)
}

/** Requests that change something and have not been answered yet. */
const sent = new Set<Promise<unknown>>()

/** Registers a request that changes something until it is answered. */
export function watchChange<T>(request: Promise<T>): Promise<T> {
  const settled = request.then(
    () => {},
    () => {},
  )
  sent.add(settled)
  void settled.then(() => sent.delete(settled))
  return request
}

/** Resolves when every change that was sent so far is answered, so that the server knows the last one. */
export async function changesAnswered(): Promise<void> {
  await Promise.all(sent)
}
