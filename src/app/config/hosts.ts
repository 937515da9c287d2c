import { variable } from './environment.ts'

export const HOSTS_VARIABLES = {
  TIDINGS_PRIVATE_HOSTS: variable<string[]>({
    about:
      'Hosts on a private network that Tidings may ask, with commas: code hosts of your own, as name or name:port. All others must be on the public internet.',
    example: 'git.lan:3000,ghe.example.internal',
    fallback: [],
    read: text => {
      const hosts = text.split(',').map(host => host.trim())
      if (hosts.every(host => /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i.test(host))) return hosts
      throw new Error('expected names of hosts with commas between them, like git.lan:3000')
    },
  }),
}
