import {
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  McpServer,
} from '@modelcontextprotocol/server'
import type { HighlightsRequest } from '#changelog/highlights/request.ts'
import { messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { type McpServerInfo, PROTOCOL_VERSIONS } from './metadata.ts'
import { callTool, DESCRIPTION, INPUT_SCHEMA, INSTRUCTIONS, OUTPUT_SCHEMA, TOOL_NAME } from './tool.ts'

/** Skips the library's validation: `callTool` validates arguments with our own messages, and results are built by us. */
const trusting: jsonSchemaValidator = {
  getValidator<T>() {
    return (input): JsonSchemaValidatorResult<T> => ({
      valid: true,
      data: input as T,
      errorMessage: undefined,
    })
  },
}

const inputSchema = fromJsonSchema(INPUT_SCHEMA, trusting)
const outputSchema = fromJsonSchema(OUTPUT_SCHEMA, trusting)

export interface McpServerOptions {
  identity: McpServerInfo
  log: Log
  /** Answers for the account of the connection. */
  ask: (question: HighlightsRequest) => Promise<string>
}

/** Creates the MCP server for one connection, or for one stateless request. */
export function createMcpServer({ identity, log, ask }: McpServerOptions): McpServer {
  const server = new McpServer(identity, {
    instructions: INSTRUCTIONS,
    supportedProtocolVersions: [...PROTOCOL_VERSIONS],
    capabilities: { tools: { listChanged: false } },
  })
  const annotations = {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  }
  server.registerTool(
    TOOL_NAME,
    { title: 'Highlights', description: DESCRIPTION, inputSchema, outputSchema, annotations },
    given => callTool(given, ask, log),
  )
  return server
}

/** Handles one message for an account. */
export type McpHandler = (request: Request, body: unknown, accountId: string) => Promise<Response>

/** Streamable HTTP without sessions, so that any process can answer any request. */
export function createMcpHttpHandler(
  web: Omit<McpServerOptions, 'ask'> & { askFor: (accountId: string) => McpServerOptions['ask']; log: Log },
): McpHandler {
  const { fetch } = createMcpHandler(
    ({ authInfo }) => createMcpServer({ ...web, ask: web.askFor(authInfo?.clientId ?? '') }),
    {
      legacy: 'stateless',
      onerror: error => web.log.debug('an MCP message was refused', { error: messageOf(error) }),
    },
  )
  return (request, body, accountId) =>
    fetch(request, { parsedBody: body, authInfo: { token: '', clientId: accountId, scopes: [] } })
}
