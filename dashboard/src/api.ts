import { hc } from 'hono/client'
import type { DashboardApi } from '../../src/web/dashboard-api/api.ts'

/** Where this page is served, with a slash at its end; written into it by the server. */
export const base = document.querySelector<HTMLMetaElement>('meta[name="tidings-base"]')?.content ?? '/app/'

/** What the server says when it does not do what was asked, in a sentence that can be shown. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, sentence: string) {
    super(sentence)
    this.name = 'Refusal'
    this.status = status
  }
}

const OFFLINE = 0
export const isOffline = (error: unknown): boolean => error instanceof Refusal && error.status === OFFLINE
export const isSignedOut = (error: unknown): boolean => error instanceof Refusal && error.status === 401

/** The typed client of the server's interface. What it gives goes through `answer`. */
export const api = hc<DashboardApi>(`${location.origin}${base}api`)

interface Answering<T> {
  ok: boolean
  status: number
  json(): Promise<T>
}

/** What was answered; throws `Refusal` for anything but success. */
export async function answer<T>(asked: Promise<Answering<T>>): Promise<T> {
  const response = await asked.catch(() => {
    throw new Refusal(OFFLINE, 'The server cannot be reached. Nothing is lost; try again in a moment.')
  })
  if (response.ok) return response.json()
  throw new Refusal(response.status, await sentenceOf(response))
}

async function sentenceOf(response: Answering<unknown>): Promise<string> {
  const problem = await response.json().catch(() => null)
  const detail =
    problem !== null && typeof problem === 'object' && 'detail' in problem ? problem.detail : null
  return typeof detail === 'string' ? detail : `The server answered ${response.status}.`
}

/** The sign-in library's own addresses are no part of the typed interface. */
async function postAuth(path: string, body: object): Promise<{ url?: string }> {
  const headers = { 'Content-Type': 'application/json' }
  return answer(fetch(`${base}auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

export const signInWithPassword = (email: string, password: string) =>
  postAuth('sign-in/email', { email, password })

export const sendSignInLink = (email: string) => postAuth('sign-in/magic-link', { email })

export const signOut = () => postAuth('sign-out', {})

/** Leaves this page for GitHub, which sends the browser back to `next`. */
export async function signInWithGitHub(next: string): Promise<void> {
  const errorCallbackURL = `${base}sign-in`
  const { url } = await postAuth('sign-in/social', {
    provider: 'github',
    callbackURL: next,
    errorCallbackURL,
  })
  if (url) location.assign(url)
}
