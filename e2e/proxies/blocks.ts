import { readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { connect } from 'node:tls'
import { selfSigned } from '../../testing/certificate.ts'
import { until } from '../../testing/until.ts'
import { aFolder, started } from '../checkout.ts'

/** The address at which a proxy listens, and the port that it passes requests on to. */
interface Place {
  port: number
  to: number
  /** The path of the public address; empty where the address has none. */
  prefix: string
  host: string
}

export interface ProxyKind {
  name: string
  start(context: TestContext, place: Place): Promise<void>
}

const PAGE = readFileSync(new URL('../../docs/operations/proxy.md', import.meta.url), 'utf8')

/** The two code blocks of the page in this language: for a host of its own, and for a path on a shared host. */
const blocksIn = (language: string): [string, string] => {
  const found = [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))]
  const [whole, below] = found.map(([, block = '']) => block)
  if (whole === undefined || below === undefined)
    throw new Error(`The page has no two blocks of ${language}.`)
  return [whole, below]
}

/** The nginx configuration from the page, with this run's ports and with a certificate of this run in place of a real one. */
function nginxFor({ port, to, prefix, host }: Place, folder: string): string {
  const [whole, below] = blocksIn('nginx')
  const block = prefix ? whole.replace(/ {2}location \/ \{[\s\S]*?\n {2}\}\n/, below) : whole
  const server = block
    .replace(/listen \[::\]:443 ssl;/, '')
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`)
    .replace(/server_name .*;/, `server_name ${host};`)
    .replace(/\/etc\/letsencrypt\/live\/[^/]+\/fullchain\.pem/, join(folder, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\/live\/[^/]+\/privkey\.pem/, join(folder, 'key.pem'))
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${to}`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  )
  return `user ${userInfo().username};\ndaemon off;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'error.log')};\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${server}}\n`
}

function caddyFor({ port, to, prefix, host }: Place, folder: string): string {
  const block = blocksIn('caddy')[prefix ? 1 : 0]
  const certificate = `\tbind 127.0.0.1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}\n`
  const site = block
    .replace(/^(\S+) \{\n/, `${host}:${port} {\n${certificate}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${to}`)
  return `{\n\tadmin off\n\tauto_https off\n\tdefault_sni localhost\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${site}`
}

/** The proxies under test: nginx and Caddy from Debian's packages `nginx-light` and `caddy`. */
export const PROXIES: ProxyKind[] = [
  {
    name: 'nginx',
    start: (context, place) =>
      startProxy(context, place, nginxFor, file => ['nginx', ['-e', `${file}.log`, '-c', file]]),
  },
  {
    name: 'Caddy',
    start: (context, place) =>
      startProxy(context, place, caddyFor, file => [
        'caddy',
        ['run', '--adapter', 'caddyfile', '--config', file],
      ]),
  },
]

async function startProxy(
  context: TestContext,
  place: Place,
  write: (place: Place, folder: string) => string,
  command: (file: string) => [string, string[]],
): Promise<void> {
  const folder = aFolder(context)
  const { cert, key } = selfSigned()
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const file = join(folder, 'configuration')
  writeFileSync(file, write(place, folder))
  const env = {
    PATH: `${process.env.PATH}:/usr/sbin`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  started(context, ...command(file), { cwd: folder, env })
  await until(() => answers(place), `${command(file)[0]} to listen`)
}

const answers = ({ port, host }: Place): Promise<boolean> =>
  new Promise(done => {
    const socket = connect({ host: '127.0.0.1', port, servername: host, rejectUnauthorized: false })
    socket.once('secureConnect', () => done(socket.destroy() && true))
    socket.once('error', () => done(false))
  })
