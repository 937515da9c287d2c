import { isAbsolute } from 'node:path'
import { portFrom, variable } from '#platform/environment.ts'

const MOST_REQUESTS = 1_000_000

/** What the server connects to and reads, and what it is reached by. */
export const NETWORK_VARIABLES = {
  TIDINGS_PRIVATE_HOSTS: variable<string[]>({
    about:
      'Hosts on a private network that Tidings may connect to, as name or name:port, separated by commas. All others must be on the public internet.',
    example: 'git.lan:3000,ghe.example.internal',
    fallback: [],
    read: text => {
      const hosts = text.split(',').map(host => host.trim())
      if (hosts.every(host => /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i.test(host))) return hosts
      throw new Error('expected host names separated by commas, like git.lan:3000')
    },
  }),
  TIDINGS_GIT_ROOTS: variable<readonly string[]>({
    about: 'Directories, separated by colons, whose git repositories owners may import in the dashboard.',
    example: '/srv/git:/home/team/code',
    fallback: [],
    read: text => {
      const roots = text.split(':').map(root => root.trim())
      if (roots.every(isAbsolute)) return roots
      throw new Error('expected absolute paths separated by colons, like /srv/git:/home/team/code')
    },
  }),
  TIDINGS_REQUESTS_PER_MINUTE: variable({
    about: 'Requests a minute that one token may make, in each web process.',
    example: '120',
    fallback: 120,
    read: text => {
      if (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= MOST_REQUESTS) return Number(text)
      throw new Error(`expected a whole number from 1 to ${MOST_REQUESTS}`)
    },
  }),
  TIDINGS_MCP_HOSTS: variable<readonly string[]>({
    about:
      'More hosts, separated by commas, under which the MCP server is reached or whose pages may call it, besides that of the public address.',
    example: 'tidings.internal,app.example.com',
    fallback: [],
    read: text => text.split(',').map(hostFrom),
  }),
  TIDINGS_HOST_PROOF: variable<'dns' | 'off'>({
    about:
      'How an account proves that a host name for its page is its own: dns, with a DNS record, or off, which holds only while there is one account.',
    example: 'dns',
    fallback: 'dns',
    read: text => {
      if (text === 'dns' || text === 'off') return text
      throw new Error('expected dns or off')
    },
  }),
  TIDINGS_METRICS_PORT: variable<number | null>({
    about: 'The port to serve /metrics on, for Prometheus. Not set: no metrics.',
    example: '9464',
    fallback: null,
    read: portFrom,
  }),
  TIDINGS_METRICS_HOST: variable({
    about: 'The address to serve /metrics on. It needs no sign-in, so keep it on a network of your own.',
    example: '127.0.0.1',
    fallback: '127.0.0.1',
    read: text => text,
  }),
}

function hostFrom(text: string): string {
  const host = URL.parse(`http://${text.trim()}`)
  if (host && host.href === `http://${text.trim().toLowerCase()}/` && host.port === '') return host.hostname
  throw new Error('expected host names without port or path')
}
