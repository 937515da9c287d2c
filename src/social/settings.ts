import {
  baseUrlFrom,
  type Environment,
  optionalText,
  serverOf,
  type Variable,
  variable,
} from '#platform/environment.ts'

/** A setting of the operator, with the environment variable that it comes from. */
type Setting<T> = readonly [name: string, variable: Variable<T>]

const address = (name: string, about: string, fallback: string): Setting<string> => [
  name,
  variable({ about, example: fallback, fallback, read: baseUrlFrom }),
]

const text = (name: string, about: string, example: string): Setting<string | null> => [
  name,
  optionalText({ about, example }),
]

function versionFrom(text: string): string {
  if (/^20\d\d(0[1-9]|1[0-2])$/.test(text)) return text
  throw new Error('expected a year and month such as 202610')
}

/** The version of LinkedIn's interface. LinkedIn supports each for a year. */
const LINKEDIN_VERSION = '202610'

/**
 * The operator's settings for each network, in the order in which networks are offered, and the addresses that nobody sets. The names of
 * addresses end with `Url`.
 */
const SETTINGS = {
  bluesky: {
    /** The server that resolves handles, and signs in accounts that name no server of their own. */
    serverUrl: address(
      'TIDINGS_BLUESKY_URL',
      'The server that resolves handles on Bluesky, for a network or a test server of your own.',
      'https://bsky.social',
    ),
    plcUrl: address(
      'TIDINGS_PLC_URL',
      'The directory of Bluesky identities (did:plc), for a network or a test server of your own.',
      'https://plc.directory',
    ),
  },
  mastodon: {},
  x: {
    clientId: text(
      'TIDINGS_X_CLIENT_ID',
      'The client id of your application on X (OAuth 2.0). Without it, no account on X can be connected.',
      'VGhpcyBpcyBhbiBleGFtcGxl',
    ),
    clientSecret: text(
      'TIDINGS_X_CLIENT_SECRET',
      'Its client secret. Leave it out if the application is a public client.',
      'a-client-secret',
    ),
    apiUrl: 'https://api.x.com',
    /** The address of the pages where people agree to connecting. */
    siteUrl: 'https://x.com',
  },
  linkedin: {
    clientId: text(
      'TIDINGS_LINKEDIN_CLIENT_ID',
      'The client id of your application on LinkedIn. Without it, no account on LinkedIn can be connected.',
      '86vhj2q7ukf83q',
    ),
    clientSecret: text('TIDINGS_LINKEDIN_CLIENT_SECRET', 'Its client secret.', 'a-client-secret'),
    version: [
      'TIDINGS_LINKEDIN_VERSION',
      variable({
        about: "The version of LinkedIn's interface, as year and month. LinkedIn supports each for a year.",
        example: LINKEDIN_VERSION,
        fallback: LINKEDIN_VERSION,
        read: versionFrom,
      }),
    ] satisfies Setting<string>,
    apiUrl: 'https://api.linkedin.com',
    siteUrl: 'https://www.linkedin.com',
  },
}

export type NetworkName = keyof typeof SETTINGS
export const NETWORKS = Object.keys(SETTINGS) as NetworkName[]

type Settings = Record<string, Setting<string | null> | Setting<string> | string>

type ValuesOf<S> = { [K in keyof S]: S[K] extends readonly [string, Variable<infer T>] ? T : string }

/** The settings of each network. Addresses have no slash at the end; a text that is not set is null. */
export type NetworkSettings = { [N in NetworkName]: ValuesOf<(typeof SETTINGS)[N]> }

/** The settings of social networks, by their names in the environment. */
export const SOCIAL_VARIABLES: Readonly<Record<string, Variable<string> | Variable<string | null>>> =
  Object.fromEntries(
    Object.values(SETTINGS)
      .flatMap((settings: Settings) => Object.values(settings))
      .filter(setting => typeof setting !== 'string'),
  )

export function networkSettingsFrom(environment: Environment): NetworkSettings {
  const settingOf = (network: string, setting: Settings[string]): string | null => {
    if (typeof setting === 'string') return serverOf(environment, network, setting)
    const [name, variable] = setting
    return environment.get<string | null>(name, variable)
  }
  const valuesOf = (network: string, settings: Settings) =>
    Object.entries(settings).map(([key, setting]) => [key, settingOf(network, setting)])
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([name, settings]) => [name, Object.fromEntries(valuesOf(name, settings))]),
  ) as NetworkSettings
}

/** The servers that the operator named. */
export const addressesIn = (settings: NetworkSettings): string[] =>
  Object.values(settings).flatMap((values: Record<string, string | null>) =>
    Object.entries(values).flatMap(([key, value]) => (key.endsWith('Url') && value) || []),
  )
