import { join, resolve } from 'node:path'
import type { GitHubSignInSettings } from '#accounts/auth/github.ts'
import type { StripeSettings } from '#accounts/payments/payments.ts'
import type { DatabaseLocation } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import type { LanguageModelSettings } from '#platform/llm/settings.ts'
import type { LogLevel } from '#platform/log.ts'
import type { MailSettings } from '#platform/mail/settings.ts'
import { type EncryptionKeys, SECRETS_VARIABLES } from './encryption-keys.ts'
import { baseUrlFrom, openEnvironment, portFrom, variable } from './environment.ts'
import { LANGUAGE_MODEL_VARIABLES, languageModelFrom } from './language-model.ts'
import { MAIL_VARIABLES, mailFrom, mailWebhookSecretsFrom } from './mail.ts'
import { ACCESS_VARIABLES, HOSTS_VARIABLES, mcpHostsFrom, requestsPerMinuteFrom } from './network.ts'
import { gitHubSignInFrom, SIGN_IN_VARIABLES, trustedProxiesFrom } from './sign-in.ts'
import { STRIPE_VARIABLES, stripeFrom } from './stripe.ts'

/** All that the environment says, read once and checked. */
export interface Config {
  /** Where what Tidings keeps in files is. */
  dataDirectory: string
  database: DatabaseLocation
  host: string
  port: number
  /** Without a slash at the end. Null: it follows from host and port. */
  baseUrl: string | null
  logLevel: LogLevel
  /** What seals the secrets of connections. Null: not given; the embedded database then has one of its own. */
  encryptionKeys: EncryptionKeys | null
  /** Code hosts on a private network that the operator allows. */
  privateHosts: string[]
  /** For one token, in each process. */
  requestsPerMinute: number
  /** Besides that of the public address. */
  mcpHosts: readonly string[]
  /** Null: classification and words need no network. */
  languageModel: LanguageModelSettings | null
  /** Null: sign-in links go to the terminal. */
  mail: MailSettings | null
  /** Any of them proves a callback of the mail provider. */
  mailWebhookSecrets: readonly string[]
  /** Null: nothing is paid for, and every account has everything. */
  stripe: StripeSettings | null
  /** Null: nobody signs in with GitHub. */
  gitHubSignIn: GitHubSignInSettings | null
  /** Who is believed about the address of a client. */
  trustedProxies: readonly string[]
}

/** Every variable that is read; each also as `NAME_FILE`, naming a file that holds the value. */
export const VARIABLES = {
  TIDINGS_DATA: variable({
    about:
      'Where the embedded database is kept. Commands in another folder that holds none use that of the checkout.',
    example: './data',
    fallback: './data',
    read: text => text,
  }),
  DATABASE_URL: variable<string | null>({
    about: 'A PostgreSQL 15+ server to use in place of the embedded database.',
    example: 'postgres://tidings:password@localhost:5432/tidings',
    fallback: null,
    read: text => {
      if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
      throw new Error('expected an address like postgres://user:password@host:5432/name')
    },
  }),
  PORT: variable({ about: 'The port to listen on.', example: '8080', fallback: 8080, read: portFrom }),
  TIDINGS_HOST: variable({
    about: 'The address to listen on; 0.0.0.0 for all of them.',
    example: '127.0.0.1',
    fallback: '127.0.0.1',
    read: text => text,
  }),
  TIDINGS_BASE_URL: variable<string | null>({
    about: 'The public address, as readers reach it. Without it: http, host and port.',
    example: 'https://changelog.example.com',
    fallback: null,
    read: baseUrlFrom,
  }),
  TIDINGS_LOG_LEVEL: variable<LogLevel>({
    about: 'How much is logged: debug, info, warn or error. Without it: info, or warn on a terminal.',
    example: 'info',
    fallback: 'info',
    read: text => {
      if (text === 'debug' || text === 'info' || text === 'warn' || text === 'error') return text
      throw new Error('expected debug, info, warn or error')
    },
  }),
  ...SECRETS_VARIABLES,
  ...HOSTS_VARIABLES,
  ...ACCESS_VARIABLES,
  ...LANGUAGE_MODEL_VARIABLES,
  ...MAIL_VARIABLES,
  ...STRIPE_VARIABLES,
  ...SIGN_IN_VARIABLES,
}

/**
 * Reads the configuration from the environment; paths are seen from `directory`. All faults are reported together, in one
 * `invalid_parameter`.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  directory: string,
  readFile: (path: string) => string,
): Config {
  const environment = openEnvironment(env, readFile)
  const { get, faults } = environment
  const dataDirectory = resolve(directory, get('TIDINGS_DATA', VARIABLES.TIDINGS_DATA))
  const url = get('DATABASE_URL', VARIABLES.DATABASE_URL)
  const config: Config = {
    dataDirectory,
    database: url
      ? { engine: 'postgres', url }
      : { engine: 'sqlite', file: join(dataDirectory, 'tidings.db') },
    host: get('TIDINGS_HOST', VARIABLES.TIDINGS_HOST),
    port: get('PORT', VARIABLES.PORT),
    baseUrl: get('TIDINGS_BASE_URL', VARIABLES.TIDINGS_BASE_URL),
    logLevel: get('TIDINGS_LOG_LEVEL', VARIABLES.TIDINGS_LOG_LEVEL),
    encryptionKeys: get('TIDINGS_ENCRYPTION_KEY', VARIABLES.TIDINGS_ENCRYPTION_KEY),
    privateHosts: get('TIDINGS_PRIVATE_HOSTS', VARIABLES.TIDINGS_PRIVATE_HOSTS),
    requestsPerMinute: requestsPerMinuteFrom(environment),
    mcpHosts: mcpHostsFrom(environment),
    languageModel: languageModelFrom(environment),
    mail: mailFrom(environment),
    mailWebhookSecrets: mailWebhookSecretsFrom(environment),
    stripe: stripeFrom(environment),
    gitHubSignIn: gitHubSignInFrom(environment),
    trustedProxies: trustedProxiesFrom(environment),
  }
  if (faults.length > 0)
    throw new AppError('invalid_parameter', `The environment is not right. ${faults.join('; ')}.`)
  return config
}

/** The address that readers use when none is configured. */
export function localAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
