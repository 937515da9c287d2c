import type { MailEvent } from '#accounts/mail/suppressions.ts'
import type { PaymentProvider, StripeSettings } from '#accounts/payments/payments.ts'
import type { PlanEvent } from '#accounts/payments/subscriptions.ts'
import type { OidcProvider, OidcSettings } from '#auth/oidc/provider.ts'
import type { SignIn } from '#auth/sign-in.ts'
import type { SignInContext } from '#auth/sign-in-context.ts'
import { editionEffects } from '#changelog/editions/publish.ts'
import type { EntryEffects } from '#changelog/entries/entry-effects.ts'
import type { FeedFormat } from '#changelog/feeds/feed.ts'
import { atom } from '#changelog/feeds/formats/atom.ts'
import { json } from '#changelog/feeds/formats/json.ts'
import { cardEffects } from '#changelog/page/cards/cards.ts'
import { translationEffects } from '#pipeline/writing/translate-job.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { MailTransport } from '#platform/mail/mail.ts'
import type { MailSettings } from '#platform/mail/settings.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { WebhookProvider } from '#platform/webhooks/provider.ts'
import type { Networks } from '#social/network.ts'
import { postEffects } from '#social/posts/plan.ts'
import type { TextOptions } from '#social/posts/texts.ts'
import type { LanguageModel } from '#writing/models/language-model.ts'
import type { Provider } from '#writing/models/providers/sdk.ts'
import {
  LANGUAGE_MODEL_PROVIDERS,
  type LanguageModelProviderName,
  type LanguageModelSettings,
} from '#writing/models/settings.ts'

// Names all implementations except the code hosts, which are listed in pulls/hosts/hosts.ts: a new implementation is a file and a line
// here. Libraries that are not needed at every start are loaded on first use.

export const feedFormats: readonly FeedFormat[] = [atom, json]

/** The social networks, each loaded when an account of it is connected or posted to. */
export const networks: Networks = {
  bluesky: () => import('#social/networks/bluesky.ts').then(module => module.bluesky),
  mastodon: () => import('#social/networks/mastodon.ts').then(module => module.mastodon),
  x: () => import('#social/networks/x.ts').then(module => module.x),
  linkedin: () => import('#social/networks/linkedin.ts').then(module => module.linkedin),
}

/** The effects of each transition of an entry, called in this order within its transaction. `baseUrl` is the address that posts link to. */
export const entryEffects = (context: Omit<TextOptions, 'networks'>): readonly EntryEffects[] => [
  editionEffects,
  postEffects({ networks, ...context }),
  cardEffects,
  translationEffects,
]

/** The providers of language models, each loaded only if it is configured. */
const languageModels: Record<LanguageModelProviderName, () => Promise<Provider>> = {
  anthropic: () => import('#writing/models/providers/anthropic.ts').then(module => module.anthropic),
  openai: () => import('#writing/models/providers/openai.ts').then(module => module.openai),
  'openai-compatible': () =>
    import('#writing/models/providers/openai-compatible.ts').then(module => module.openaiCompatible),
  ollama: () => import('#writing/models/providers/ollama.ts').then(module => module.ollama),
}

/** The largest accepted response in bytes. Expected responses are a thousand times smaller. */
const MOST_ANSWER_BYTES = 1_000_000

/** How long a hosted model may send nothing before the request is given up. */
const SILENCE_MS = 30_000

/** Opens a guarded client for a provider, which reaches only the public internet and these hosts. */
async function connectionTo(
  { provider, baseUrl, apiKey }: Pick<LanguageModelSettings, 'provider' | 'baseUrl' | 'apiKey'>,
  allow: readonly string[],
  timeoutMs: number,
) {
  const [{ openOutbound }, { providerFetch }, { parseAllowedHosts, portOf }] = await Promise.all([
    import('#platform/http/guarded-client.ts'),
    import('#writing/models/provider-fetch.ts'),
    import('#platform/http/address.ts'),
  ])
  const url = new URL(baseUrl)
  const isOnOwnMachine =
    LANGUAGE_MODEL_PROVIDERS[provider].mayBeLocal && parseAllowedHosts(allow)(url.hostname, portOf(url))
  const idleMs = isOnOwnMachine ? timeoutMs : Math.min(timeoutMs, SILENCE_MS)
  const { fetch } = openOutbound({ allow, timeoutMs, idleMs, maxBytes: MOST_ANSWER_BYTES })
  return { baseUrl, apiKey, fetch: providerFetch(fetch) }
}

/** Opens a language model at a public address or on one of these hosts. */
export async function openLanguageModel(
  settings: Pick<LanguageModelSettings, 'provider' | 'model' | 'baseUrl' | 'apiKey'>,
  allow: readonly string[],
): Promise<LanguageModel> {
  const { timeoutMs } = LANGUAGE_MODEL_PROVIDERS[settings.provider]
  const [provider, connection] = await Promise.all([
    languageModels[settings.provider](),
    connectionTo(settings, allow, timeoutMs),
  ])
  return provider.open({ ...connection, model: settings.model })
}

/** Lists the models at a public address or on one of these hosts; null if the server has no list. Throws `LanguageModelFailure`. */
export async function listLanguageModels(
  place: Pick<LanguageModelSettings, 'provider' | 'baseUrl' | 'apiKey'>,
  allow: readonly string[],
  timeoutMs: number,
): Promise<string[] | null> {
  const [provider, connection] = await Promise.all([
    languageModels[place.provider](),
    connectionTo(place, allow, timeoutMs),
  ])
  return provider.models(connection)
}

/** Webhook providers whose secrets belong to the whole service, not to one connection. */
export const serviceWebhookProviders = {
  stripe: memoizeOnce(
    (): Promise<WebhookProvider<PlanEvent>> =>
      import('#pipeline/webhooks/providers/stripe.ts').then(module => module.stripe),
  ),
  email: memoizeOnce(
    (): Promise<WebhookProvider<MailEvent>> =>
      import('#pipeline/webhooks/providers/email.ts').then(module => module.email),
  ),
}
export type ServiceProvider = keyof typeof serviceWebhookProviders

export const isServiceProvider = (name: string): name is ServiceProvider =>
  Object.hasOwn(serviceWebhookProviders, name)

/** Opens the configured mail server. Without one, mails are printed with `write` on the operator's terminal. */
export async function openMail(
  settings: MailSettings | null,
  write: (text: string, what: string) => void,
): Promise<MailTransport> {
  if (settings === null) {
    return import('#platform/mail/transports/terminal.ts').then(module => module.terminalTransport(write))
  }
  return import('#platform/mail/transports/smtp.ts').then(module => module.smtpTransport(settings))
}

const STRIPE_LIMITS = { timeoutMs: 20_000, idleMs: 20_000, maxBytes: MOST_ANSWER_BYTES }

/** Opens the payment provider, reached by a guarded client. */
export async function openPayments(settings: StripeSettings): Promise<PaymentProvider> {
  const [{ openOutbound }, { stripePayments }] = await Promise.all([
    import('#platform/http/guarded-client.ts'),
    import('#accounts/payments/providers/stripe.ts'),
  ])
  const outbound = openOutbound({ allow: [new URL(settings.apiUrl).host], ...STRIPE_LIMITS })
  return stripePayments(settings, outbound.fetch)
}

const SIGN_IN_LIMITS = { timeoutMs: 15_000, idleMs: 15_000, maxBytes: MOST_ANSWER_BYTES }

/** Opens sign-in and loads its library. */
export async function openSignIn(
  context: Pick<SignInContext, 'db' | 'clock' | 'ids' | 'log' | 'baseUrl'> & { secrets(): Promise<Secrets> },
  given: Pick<SignInContext, 'send' | 'github' | 'billing'> & { oidc: OidcSettings | null },
): Promise<SignIn> {
  const [{ SignIn }, secrets, fetch] = await Promise.all([
    import('#auth/sign-in.ts'),
    context.secrets(),
    signInFetch(given.github?.url),
  ])
  const oidc = given.oidc && (await openSignInProvider(given.oidc))
  const secret = secrets.derive('cookies of sessions')
  return new SignIn({ ...context, ...given, oidc, secrets, secret, fetch })
}

/** Opens the operator's OpenID Connect provider. */
export async function openSignInProvider(settings: OidcSettings): Promise<OidcProvider> {
  const { OidcProvider } = await import('#auth/oidc/provider.ts')
  return new OidcProvider(settings, await signInFetch(settings.issuer))
}

/** Opens a guarded client for a sign-in provider; its host may be private, because the operator configured it. */
async function signInFetch(url: string | undefined): Promise<typeof globalThis.fetch> {
  const { openOutbound } = await import('#platform/http/guarded-client.ts')
  return openOutbound({ allow: url === undefined ? [] : [new URL(url).host], ...SIGN_IN_LIMITS }).fetch
}
