// Apart from what loads the library: the start needs these alone.

/** Where the sign-in library's own addresses are, below the public address. */
export const AUTH_PATH = '/app/auth'
/** The header in which we tell the library who asks; what a client sends under this name is dropped. */
export const CLIENT_HEADER = 'x-tidings-client'
