import { join, resolve } from 'node:path'
import type { DatabaseLocation } from '#db/open.ts'
import { AppError, messageOf } from '#kit/app-error.ts'
import type { LogLevel } from '#kit/log.ts'
import { type Budget, budgetFrom } from '#llm/budget.ts'
import { hasPrice } from '#llm/prices.ts'
import {
  type LanguageModelSettings,
  PROVIDER_NAMES,
  PROVIDERS,
  type ProviderName,
  addressOf as providerAddress,
} from '#llm/settings.ts'

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
  /** Null: classification and words need no network. */
  languageModel: LanguageModelSettings | null
}

/** One environment variable: what it is for, what an example looks like, how its text is read. */
interface Variable<T> {
  about: string
  example: string
  /** Used where it is not set. */
  fallback: T
  /** Throws an `Error` that says what is accepted. */
  read(text: string): T
}

const variable = <T>(it: Variable<T>): Variable<T> => it

/** Every variable that is read; each also as `NAME_FILE`, naming a file that holds the value. */
export const VARIABLES = {
  TIDINGS_DATA: variable({
    about: 'Where the embedded database is kept.',
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
    about: 'How much is logged: debug, info, warn or error.',
    example: 'info',
    fallback: 'info',
    read: text => {
      if (text === 'debug' || text === 'info' || text === 'warn' || text === 'error') return text
      throw new Error('expected debug, info, warn or error')
    },
  }),
  TIDINGS_LLM_PROVIDER: variable<ProviderName | null>({
    about: `The language model that helps to classify and to word, none unless set: ${PROVIDER_NAMES.join(', ')}.`,
    example: 'anthropic',
    fallback: null,
    read: text => {
      const name = PROVIDER_NAMES.find(one => one === text)
      if (name) return name
      throw new Error(`expected one of ${PROVIDER_NAMES.join(', ')}`)
    },
  }),
  TIDINGS_LLM_MODEL: variable<string | null>({
    about: 'The model, by the name that its provider gives it.',
    example: 'claude-haiku-4-5',
    fallback: null,
    read: text => text,
  }),
  TIDINGS_LLM_API_KEY: variable<string | null>({
    about: "The provider's key; anthropic and openai need one.",
    example: 'sk-…',
    fallback: null,
    read: text => text,
  }),
  TIDINGS_LLM_BASE_URL: variable<string | null>({
    about:
      'Where the model is, for openai-compatible and for an Ollama on another machine. It may be on a private network.',
    example: 'http://ollama.lan:11434',
    fallback: null,
    read: baseUrlFrom,
  }),
  TIDINGS_LLM_MONTHLY_BUDGET: variable<Budget | null>({
    about:
      'What each account may use up in a month, in US dollars or tokens; after that it goes on without the model.',
    example: '20 USD',
    fallback: null,
    read: budgetFrom,
  }),
}

/** A port from 1 to 65535. */
export function portFrom(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new Error('expected a whole number from 1 to 65535')
}

function baseUrlFrom(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '') {
    return url.href.replace(/\/+$/, '')
  }
  throw new Error('expected an address like https://changelog.example.com')
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
  const faults: string[] = []
  const get = <T>(name: keyof typeof VARIABLES, it: Variable<T>): T => {
    try {
      const text = textOf(env, name, readFile)
      return text === undefined ? it.fallback : it.read(text)
    } catch (error) {
      faults.push(`${name}: ${messageOf(error)}`)
      return it.fallback
    }
  }
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
    languageModel: languageModelFrom(get, faults),
  }
  if (faults.length > 0)
    throw new AppError('invalid_parameter', `The environment is not right. ${faults.join('; ')}.`)
  return config
}

type Get = <T>(name: keyof typeof VARIABLES, it: Variable<T>) => T

/** A language model is configured whole or not at all. */
function languageModelFrom(get: Get, faults: string[]): LanguageModelSettings | null {
  const before = faults.length
  const provider = get('TIDINGS_LLM_PROVIDER', VARIABLES.TIDINGS_LLM_PROVIDER)
  const model = get('TIDINGS_LLM_MODEL', VARIABLES.TIDINGS_LLM_MODEL)
  const apiKey = get('TIDINGS_LLM_API_KEY', VARIABLES.TIDINGS_LLM_API_KEY)
  const address = get('TIDINGS_LLM_BASE_URL', VARIABLES.TIDINGS_LLM_BASE_URL)
  const monthlyBudget = get('TIDINGS_LLM_MONTHLY_BUDGET', VARIABLES.TIDINGS_LLM_MONTHLY_BUDGET)
  if (faults.length > before) return null
  if (provider === null) {
    const isMeant = [model, apiKey, address, monthlyBudget].some(value => value !== null)
    if (isMeant) faults.push('TIDINGS_LLM_PROVIDER: not set, although other TIDINGS_LLM_ variables are')
    return null
  }
  const baseUrl = providerAddress(provider, address)
  const lacks = (name: string) => faults.push(`${name}: needed with TIDINGS_LLM_PROVIDER=${provider}`)
  if (model === null) lacks('TIDINGS_LLM_MODEL')
  if (apiKey === null && PROVIDERS[provider].needsKey) lacks('TIDINGS_LLM_API_KEY')
  if (baseUrl === null) lacks('TIDINGS_LLM_BASE_URL')
  if (model !== null && monthlyBudget?.unit === 'micro-dollars' && !hasPrice(`${provider}/${model}`)) {
    faults.push(
      `TIDINGS_LLM_MONTHLY_BUDGET: the price of ${provider}/${model} is not known, so give it in tokens`,
    )
  }
  return model === null || baseUrl === null ? null : { provider, model, apiKey, baseUrl, monthlyBudget }
}

/** The value itself or that of the file it names. An empty value counts as not set. */
function textOf(
  env: Record<string, string | undefined>,
  name: string,
  readFile: (path: string) => string,
): string | undefined {
  const file = env[`${name}_FILE`]
  if (env[name] && file) throw new Error(`set either ${name} or ${name}_FILE, not both`)
  if (file) return readFile(file).trim()
  return env[name] || undefined
}

/** The address that readers use when none is configured. */
export function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
