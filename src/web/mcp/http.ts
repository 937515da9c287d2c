import { createMcpHandler } from '@modelcontextprotocol/server'
import { messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { createMcpServer, type McpParts } from './server.ts'

/** One message of somebody whose account is known, and the answer to it. */
export type AnswerMessage = (request: Request, body: unknown, accountId: string) => Promise<Response>

/** Streamable HTTP without sessions: each request stands alone, so any process may answer it. */
export function createMcpHttp(
  parts: Omit<McpParts, 'ask'> & { askFor: (accountId: string) => McpParts['ask']; log: Log },
): AnswerMessage {
  const { fetch } = createMcpHandler(
    ({ authInfo }) => createMcpServer({ ...parts, ask: parts.askFor(authInfo?.clientId ?? '') }),
    {
      legacy: 'stateless',
      onerror: error => parts.log.debug('an MCP message was refused', { error: messageOf(error) }),
    },
  )
  return (request, body, accountId) =>
    fetch(request, { parsedBody: body, authInfo: { token: '', clientId: accountId, scopes: [] } })
}
