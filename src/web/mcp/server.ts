import {
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  McpServer,
} from '@modelcontextprotocol/server'
import type { HighlightsRequest } from '#changelog/highlights/question.ts'
import { messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { type McpServerInfo, PROTOCOL_VERSIONS } from './metadata.ts'
import { callTool, DESCRIPTION, INPUT_SCHEMA, INSTRUCTIONS, OUTPUT_SCHEMA, TOOL_NAME } from './tool.ts'

/** We read the arguments ourselves, in our own words, and what we answer is ours. */
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
  /** Answers for the one account that whoever connects may read. */
  ask: (question: HighlightsRequest) => Promise<string>
}

/** The MCP server as one connection, or one request, has it. */
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

/** One message of somebody whose account is known, and the answer to it. */
export type McpHandler = (request: Request, body: unknown, accountId: string) => Promise<Response>

/** Streamable HTTP without sessions: each request stands alone, so any process may answer it. */
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
