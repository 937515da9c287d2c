import type { NetworkSettings } from '#social/network.ts'
import { baseUrlFrom, type Environment, optionalText, variable } from './environment.ts'

const BLUESKY_URL = 'https://bsky.social'
const PLC_URL = 'https://plc.directory'

const X_API_URL = 'https://api.x.com'
const X_URL = 'https://x.com'
const LINKEDIN_API_URL = 'https://api.linkedin.com'
const LINKEDIN_URL = 'https://www.linkedin.com'
/** LinkedIn supports each version for a year. */
const LINKEDIN_VERSION = '202610'

const address = (about: string, fallback: string) =>
  variable({ about, example: fallback, fallback, read: baseUrlFrom })

function versionFrom(text: string): string {
  if (/^20\d\d(0[1-9]|1[0-2])$/.test(text)) return text
  throw new Error('expected a year and month such as 202610')
}

export const SOCIAL_VARIABLES = {
  TIDINGS_BLUESKY_URL: variable({
    about: 'The server that resolves handles on Bluesky, for a network or a test server of your own.',
    example: BLUESKY_URL,
    fallback: BLUESKY_URL,
    read: baseUrlFrom,
  }),
  TIDINGS_PLC_URL: variable({
    about: 'The directory of Bluesky identities (did:plc), for a network or a test server of your own.',
    example: PLC_URL,
    fallback: PLC_URL,
    read: baseUrlFrom,
  }),
  TIDINGS_X_CLIENT_ID: optionalText({
    about:
      'The client id of your application on X (OAuth 2.0). Without it, no account on X can be connected.',
    example: 'VGhpcyBpcyBhbiBleGFtcGxl',
  }),
  TIDINGS_X_CLIENT_SECRET: optionalText({
    about: 'Its client secret. Leave it out if the application is a public client.',
    example: 'a-client-secret',
  }),
  TIDINGS_X_API_URL: address('The interface of X, for a test server of your own.', X_API_URL),
  TIDINGS_X_URL: address('The pages of X, for a test server of your own.', X_URL),
  TIDINGS_LINKEDIN_CLIENT_ID: optionalText({
    about:
      'The client id of your application on LinkedIn. Without it, no account on LinkedIn can be connected.',
    example: '86vhj2q7ukf83q',
  }),
  TIDINGS_LINKEDIN_CLIENT_SECRET: optionalText({ about: 'Its client secret.', example: 'a-client-secret' }),
  TIDINGS_LINKEDIN_VERSION: variable({
    about: "The version of LinkedIn's interface, as year and month. LinkedIn supports each for a year.",
    example: LINKEDIN_VERSION,
    fallback: LINKEDIN_VERSION,
    read: versionFrom,
  }),
  TIDINGS_LINKEDIN_API_URL: address(
    'The interface of LinkedIn, for a test server of your own.',
    LINKEDIN_API_URL,
  ),
  TIDINGS_LINKEDIN_URL: address('The pages of LinkedIn, for a test server of your own.', LINKEDIN_URL),
}

export const networkSettingsFrom = ({ get }: Environment): NetworkSettings => ({
  blueskyUrl: get('TIDINGS_BLUESKY_URL', SOCIAL_VARIABLES.TIDINGS_BLUESKY_URL),
  plcUrl: get('TIDINGS_PLC_URL', SOCIAL_VARIABLES.TIDINGS_PLC_URL),
  x: {
    apiUrl: get('TIDINGS_X_API_URL', SOCIAL_VARIABLES.TIDINGS_X_API_URL),
    siteUrl: get('TIDINGS_X_URL', SOCIAL_VARIABLES.TIDINGS_X_URL),
    clientId: get('TIDINGS_X_CLIENT_ID', SOCIAL_VARIABLES.TIDINGS_X_CLIENT_ID),
    clientSecret: get('TIDINGS_X_CLIENT_SECRET', SOCIAL_VARIABLES.TIDINGS_X_CLIENT_SECRET),
  },
  linkedin: {
    apiUrl: get('TIDINGS_LINKEDIN_API_URL', SOCIAL_VARIABLES.TIDINGS_LINKEDIN_API_URL),
    siteUrl: get('TIDINGS_LINKEDIN_URL', SOCIAL_VARIABLES.TIDINGS_LINKEDIN_URL),
    clientId: get('TIDINGS_LINKEDIN_CLIENT_ID', SOCIAL_VARIABLES.TIDINGS_LINKEDIN_CLIENT_ID),
    clientSecret: get('TIDINGS_LINKEDIN_CLIENT_SECRET', SOCIAL_VARIABLES.TIDINGS_LINKEDIN_CLIENT_SECRET),
    version: get('TIDINGS_LINKEDIN_VERSION', SOCIAL_VARIABLES.TIDINGS_LINKEDIN_VERSION),
  },
})
