import type { NetworkSettings } from '#social/network.ts'
import { baseUrlFrom, type Environment, variable } from './environment.ts'

const BLUESKY_URL = 'https://bsky.social'
const PLC_URL = 'https://plc.directory'

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
}

export const networkSettingsFrom = ({ get }: Environment): NetworkSettings => ({
  blueskyUrl: get('TIDINGS_BLUESKY_URL', SOCIAL_VARIABLES.TIDINGS_BLUESKY_URL),
  plcUrl: get('TIDINGS_PLC_URL', SOCIAL_VARIABLES.TIDINGS_PLC_URL),
})
