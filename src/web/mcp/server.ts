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
import { type Identity, REVISIONS } from './metadata.ts'
import { callTool, DESCRIPTION, INPUT_SCHEMA, INSTRUCTIONS, OUTPUT_SCHEMA, TOOL } from './tool.ts'

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

export interface McpParts {
  identity: Identity
  log: Log
  /** Answers for the one account that whoever connects may read. */
  ask: (question: HighlightsRequest) => Promise<string>
}

/** The MCP server as one connection, or one request, has it. */
export function createMcpServer({ identity, log, ask }: McpParts): McpServer {
  const server = new McpServer(identity, {
    instructions: INSTRUCTIONS,
    supportedProtocolVersions: [...REVISIONS],
    capabilities: { tools: { listChanged: false } },
  })
  const annotations = {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  }
  server.registerTool(
    TOOL,
    { title: 'Highlights', description: DESCRIPTION, inputSchema, outputSchema, annotations },
    given => callTool(given, ask, log),
  )
  return server
}

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
