import { messageOf } from '#platform/errors.ts'

/** One environment variable: what it is for, what an example looks like, how its text is read. */
export interface Variable<T> {
  about: string
  example: string
  /** Used where it is not set. */
  fallback: T
  /** Throws an `Error` that says what is accepted. */
  read(text: string): T
}

export const variable = <T>(it: Variable<T>): Variable<T> => it

/** The environment as it is being read: what is wrong is gathered, so that it can be reported together. */
export interface Environment {
  /** The variable's value, or its fallback where it is not set or is at fault. */
  get<T>(name: string, it: Variable<T>): T
  readonly faults: string[]
}

/** Every variable can also be given as `NAME_FILE`, naming a file that holds the value. */
export function openEnvironment(
  env: Record<string, string | undefined>,
  readFile: (path: string) => string,
): Environment {
  const faults: string[] = []
  return {
    faults,
    get(name, it) {
      try {
        const text = textOf(env, name, readFile)
        return text === undefined ? it.fallback : it.read(text)
      } catch (error) {
        faults.push(`${name}: ${messageOf(error)}`)
        return it.fallback
      }
    },
  }
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

/** For what may be any text, and null where it is not set. */
export const optionalText = (it: { about: string; example: string }): Variable<string | null> => ({
  ...it,
  fallback: null,
  read: text => text,
})

/** A port from 1 to 65535. */
export function portFrom(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new Error('expected a whole number from 1 to 65535')
}

/** An http(s) address without query, fragment and credentials; given without a slash at the end. */
export function baseUrlFrom(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '') {
    return url.href.replace(/(?<!\/)\/+$/, '')
  }
  throw new Error('expected an address like https://changelog.example.com')
}

/** One or more secrets with commas between them, so that a new one can be taken up before the old one goes. Never says what was given. */
export function secretsFrom(text: string, isSecret: (secret: string) => boolean): string[] {
  const secrets = text.split(',').map(secret => secret.trim())
  if (secrets.every(isSecret)) return secrets
  throw new Error('expected a secret like whsec_…, or several with commas between them')
}
