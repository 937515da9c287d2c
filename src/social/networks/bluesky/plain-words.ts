/** What networks and the libraries of the AT Protocol say to developers, and what a person who connects an account needs to know. */
const PLAIN: readonly (readonly [said: RegExp, plain: string])[] = [
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

/** The message in plain words where it is one of those above; else the message. */
export const plainly = (message: string): string => PLAIN.find(([said]) => said.test(message))?.[1] ?? message
