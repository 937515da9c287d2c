import type { PlainWords } from '../plain-words.ts'

export const BLUESKY_WORDS: PlainWords = [
  [
    /(?:Failed|Unable) to resolve (?:identity|handle)/,
    'No account was found for this handle, or its server does not answer. Check the spelling and the ending, as in acme.bsky.social, and try again.',
  ],
  [
    /Failed to resolve OAuth server metadata|Unable to determine authorization server/,
    'The server does not say how to sign in to it. Check its name, or connect with an app password.',
  ],
  [
    /Invalid identifier or password/,
    'The server refused the handle or the app password. Create a new app password in the settings of Bluesky, and check the handle.',
  ],
]
