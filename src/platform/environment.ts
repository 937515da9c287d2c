import { messageOf } from '#platform/errors.ts'

/** One environment variable: its description, an example, and how its text is parsed. */
export interface Variable<T> {
  about: string
  example: string
  /** The value when it is not set. */
  fallback: T
  /** Throws an `Error` that says what is accepted. */
  read(text: string): T
}

export const variable = <T>(it: Variable<T>): Variable<T> => it

/** The environment while it is read. Faults are collected and reported together. */
export interface Environment {
  /** The variable's value, or its fallback when it is not set or invalid. */
  get<T>(name: string, it: Variable<T>): T
  /** The values of variables that belong together; null if one of them is invalid, so that nothing more is said about the others. */
  all<V extends Variables>(variables: V): ValuesOf<V> | null
  readonly faults: string[]
}

type Variables = Record<string, Variable<unknown>>
export type ValuesOf<V> = { [N in keyof V]: V[N] extends Variable<infer T> ? T : never }

/** Every variable can also be set as `NAME_FILE`, the path of a file that holds the value. */
export function openEnvironment(
  env: Record<string, string | undefined>,
  readFile: (path: string) => string,
): Environment {
  const faults: string[] = []
  const get: Environment['get'] = (name, it) => {
    try {
      const text = textOf(env, name, readFile)
      return text === undefined ? it.fallback : it.read(text)
    } catch (error) {
      faults.push(`${name}: ${messageOf(error).replace(/\.$/, '')}`)
      return it.fallback
    }
  }
  return {
    get,
    all<V extends Variables>(variables: V) {
      const before = faults.length
      const values = Object.entries(variables).map(([name, it]) => [name, get(name, it)])
      return faults.length > before ? null : (Object.fromEntries(values) as ValuesOf<V>)
    },
    faults,
  }
}

/** The value, or the content of the file that `NAME_FILE` names. An empty value counts as not set. */
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

/** A variable that takes any text. Null when it is not set. */
export const optionalText = (it: { about: string; example: string }): Variable<string | null> => ({
  ...it,
  fallback: null,
  read: text => text,
})

/**
 * The address of a public server, or of the one that a test puts in its place with a variable such as `TIDINGS_TEST_STRIPE`. Operators have
 * no use for these variables, so they are in no list.
 */
export const serverOf = ({ get }: Pick<Environment, 'get'>, name: string, address: string): string =>
  get(`TIDINGS_TEST_${name.toUpperCase()}`, {
    about: '',
    example: address,
    fallback: address,
    read: baseUrlFrom,
  })

/** A port from 1 to 65535. */
export function portFrom(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new Error('expected a whole number from 1 to 65535')
}

/** Parses an http(s) URL without query, fragment or credentials. Gives it without a slash at the end. */
export function baseUrlFrom(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '') {
    return url.href.replace(/(?<!\/)\/+$/, '')
  }
  throw new Error('expected an address like https://changelog.example.com')
}

/** Parses one or more secrets, separated by commas, so that they can be rotated. Errors do not contain the value. */
export function secretsFrom(text: string, isSecret: (secret: string) => boolean): string[] {
  const secrets = text.split(',').map(secret => secret.trim())
  if (secrets.every(isSecret)) return secrets
  throw new Error('expected a secret like whsec_…, or several separated by commas')
}
