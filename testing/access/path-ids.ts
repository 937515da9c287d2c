import type { OtherAccount } from './other-account.ts'

/** The value of each path parameter in requests that use the ids of another account. */
export const OTHER_ACCOUNT_IDS: Record<string, (neighbour: OtherAccount) => string | undefined> = {
  account: ({ account }) => account.publicId,
  invitation: ({ invitation }) => invitation.id,
  domain: ({ domain }) => domain.id,
  member: ({ person }) => person.id,
  token: ({ token }) => token.id,
  session: ({ session }) => session,
  passkey: ({ passkey }) => passkey,
  entry: ({ entry }) => entry,
  language: () => 'de',
  set: ({ set }) => set.id,
  pull: ({ pull }) => pull,
  decided: ({ pull }) => pull,
  posted: ({ post }) => post,
  sha256: ({ sha256 }) => sha256,
  time: ({ time }) => time.id,
  socialAccount: ({ socialAccount }) => socialAccount.id,
  post: ({ post }) => post,
  action: () => 'hold',
  client: ({ client }) => client,
  source: ({ source }) => source.id,
  connection: ({ source }) => source.id,
  delivery: ({ delivery }) => delivery,
  run: ({ run }) => run,
  provider: () => 'github',
  name: () => 'nothing.png',
  version: () => '0',
  server: () => 'example.com',
}

export const HOW_TO_ADD = `testing/access/routes.ts states who may call each route. Add a line to ROUTES, such as
  'GET /app/api/accounts/:account/inbox': { access: 'viewer' },
with a body if the route needs one. An action has its role in src/actions. A new parameter in a path (":entry") also needs a line in OTHER_ACCOUNT_IDS, with the id of a row that
testing/access/other-account.ts creates.`
