import { join, resolve } from 'node:path'
import type { StripeSettings } from '#accounts/payments/payments.ts'
import type { GitHubSignInSettings } from '#auth/github.ts'
import type { OidcSettings } from '#auth/oidc/provider.ts'
import type { DatabaseLocation } from '#platform/db/open.ts'
import {
  baseUrlFrom,
  openEnvironment,
  portFrom,
  type ValuesOf,
  type Variable,
  variable,
} from '#platform/environment.ts'
import { AppError } from '#platform/errors.ts'
import type { LogLevel } from '#platform/log.ts'
import type { MailSettings } from '#platform/mail/settings.ts'
import { type NetworkSettings, networkSettingsFrom, SOCIAL_VARIABLES } from '#social/settings.ts'
import type { LanguageModelSettings } from '#writing/models/settings.ts'
import { type EncryptionKeys, SECRETS_VARIABLES } from './encryption-keys.ts'
import { LANGUAGE_MODEL_VARIABLES, languageModelFrom } from './language-model.ts'
import { MAIL_VARIABLES, mailFrom } from './mail.ts'
import { NETWORK_VARIABLES } from './network.ts'
import { gitHubSignInFrom, oidcFrom, SIGN_IN_VARIABLES } from './sign-in.ts'
import { STRIPE_VARIABLES, stripeFrom } from './stripe.ts'

/** The configuration, read from the environment once and checked. */
export interface Config {
  dataDirectory: string
  database: DatabaseLocation
  host: string
  port: number
  /** The public address, without a slash at the end. Null: made from host and port. */
  baseUrl: string | null
  logLevel: LogLevel
  /** The keys from the environment. Null: not set; the embedded database then has a key of its own. */
  encryptionKeys: EncryptionKeys | null
  /** Hosts on private networks that the operator allows. */
  privateHosts: string[]
  /** Directories whose git repositories owners may import in the dashboard. */
  gitRoots: readonly string[]
  /** The rate limit of one token, in requests a minute for each process. */
  requestsPerMinute: number
  /** Host names of the MCP server in addition to the host of the public address. */
  mcpHosts: readonly string[]
  /** How an account proves that it owns the host name of its page. */
  hostProof: 'dns' | 'off'
  /** The operator's language model. Null: none. */
  languageModel: LanguageModelSettings | null
  /** The mail server. Null: sign-in links are printed on the terminal. */
  mail: MailSettings | null
  /** Secrets of the mail provider's webhooks; a webhook is accepted if it is signed with any of them. */
  mailWebhookSecrets: readonly string[]
  /** The payment provider. Null: no plans; every account has everything. */
  stripe: StripeSettings | null
  /** Sign-in with GitHub. Null: off. */
  gitHubSignIn: GitHubSignInSettings | null
  /** Sign-in with OpenID Connect. Null: off. */
  oidc: OidcSettings | null
  /** Addresses of social networks. */
  networks: NetworkSettings
  /** The address at which metrics are served. Null: they are not served. */
  metrics: { host: string; port: number } | null
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[]
}

/** Every environment variable. Each can also be set as `NAME_FILE`, the path of a file that holds the value. */
export const VARIABLES = {
  TIDINGS_DATA: variable({
    about:
      'The directory of the embedded database. Commands that run in another folder use that of the checkout.',
    example: './data',
    fallback: './data',
    read: text => text,
  }),
  DATABASE_URL: variable<string | null>({
    about: 'A PostgreSQL 15+ server to use instead of the embedded database.',
    example: 'postgres://tidings:password@localhost:5432/tidings',
    fallback: null,
    read: text => {
      if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
      throw new Error('expected an address like postgres://user:password@host:5432/name')
    },
  }),
  PORT: variable({ about: 'The port to listen on.', example: '8080', fallback: 8080, read: portFrom }),
  TIDINGS_HOST: variable({
    about: 'The address to listen on. 0.0.0.0 listens on all.',
    example: '127.0.0.1',
    fallback: '127.0.0.1',
    read: text => text,
  }),
  TIDINGS_BASE_URL: variable<string | null>({
    about: 'The public address, as readers reach it. Default: http, host and port.',
    example: 'https://changelog.example.com',
    fallback: null,
    read: baseUrlFrom,
  }),
  TIDINGS_LOG_LEVEL: variable<LogLevel>({
    about: 'The log level: debug, info, warn or error. Default: info, or warn on a terminal.',
    example: 'info',
    fallback: 'info',
    read: text => {
      if (text === 'debug' || text === 'info' || text === 'warn' || text === 'error') return text
      throw new Error('expected debug, info, warn or error')
    },
  }),
  ...SECRETS_VARIABLES,
  ...NETWORK_VARIABLES,
  ...LANGUAGE_MODEL_VARIABLES,
  ...MAIL_VARIABLES,
  ...STRIPE_VARIABLES,
  ...SIGN_IN_VARIABLES,
  ...SOCIAL_VARIABLES,
}

type Values = ValuesOf<typeof VARIABLES>

/**
 * Reads the configuration from the environment. Relative paths start at `directory`. Throws one `invalid_parameter` that lists every
 * fault.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  directory: string,
  readFile: (path: string) => string,
): Config {
  const environment = openEnvironment(env, readFile)
  const { get, faults } = environment
  const value = <N extends keyof Values & string>(name: N): Values[N] =>
    get(name, VARIABLES[name] as Variable<Values[N]>)
  const dataDirectory = resolve(directory, value('TIDINGS_DATA'))
  const url = value('DATABASE_URL')
  const [metricsHost, metricsPort] = [value('TIDINGS_METRICS_HOST'), value('TIDINGS_METRICS_PORT')]
  const config: Config = {
    dataDirectory,
    database: url
      ? { engine: 'postgres', url }
      : { engine: 'sqlite', file: join(dataDirectory, 'tidings.db') },
    host: value('TIDINGS_HOST'),
    port: value('PORT'),
    baseUrl: value('TIDINGS_BASE_URL'),
    logLevel: value('TIDINGS_LOG_LEVEL'),
    encryptionKeys: value('TIDINGS_ENCRYPTION_KEY'),
    privateHosts: value('TIDINGS_PRIVATE_HOSTS'),
    gitRoots: value('TIDINGS_GIT_ROOTS'),
    requestsPerMinute: value('TIDINGS_REQUESTS_PER_MINUTE'),
    mcpHosts: value('TIDINGS_MCP_HOSTS'),
    hostProof: value('TIDINGS_HOST_PROOF'),
    metrics: metricsPort === null ? null : { host: metricsHost, port: metricsPort },
    languageModel: languageModelFrom(environment),
    mail: mailFrom(environment),
    mailWebhookSecrets: value('TIDINGS_EMAIL_WEBHOOK_SECRET'),
    stripe: stripeFrom(environment),
    gitHubSignIn: gitHubSignInFrom(environment),
    oidc: oidcFrom(environment),
    networks: networkSettingsFrom(environment),
    trustedProxies: value('TIDINGS_TRUSTED_PROXIES'),
  }
  if (faults.length > 0)
    throw new AppError('invalid_parameter', `The configuration is invalid. ${faults.join('; ')}.`)
  return config
}

/** The public address when none is configured. */
export function localAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
