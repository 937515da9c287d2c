import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** The protocol revisions that are promised. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const
export type Revision = (typeof REVISIONS)[number]

/** The official client, which speaks this revision and no other. */
export async function connected(transport: Transport, revision: Revision): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    revision === '2026-07-28'
      ? { versionNegotiation: { mode: { pin: revision } } }
      : { supportedProtocolVersions: [revision] },
  )
  await client.connect(transport)
  return client
}

export function overHttp(port: number, token: string, revision: Revision): Promise<Client> {
  const headers = { authorization: `Bearer ${token}` }
  const url = new URL(`http://127.0.0.1:${port}/mcp`)
  return connected(new StreamableHTTPClientTransport(url, { requestInit: { headers } }), revision)
}

/** A connection to a command over stdio, whose stderr is ignored. */
export function overStdio(
  command: string,
  args: string[],
  env: Record<string, string>,
  revision: Revision,
): Promise<Client> {
  return connected(new StdioClientTransport({ command, args, env, stderr: 'ignore' }), revision)
}
