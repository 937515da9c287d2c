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
export type McpHandler = (request: Request, message: object, accountId: string) => Promise<Response>

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
  return async (request, message, accountId) => {
    const accepted = formsAcceptedBy(request)
    const headers = new Headers(request.headers)
    // The library asks for both, whichever it sends.
    if (accepted.length > 0) headers.set('Accept', FORMS.join(', '))
    const asked = new Request(request.url, { method: request.method, headers, signal: request.signal })
    const authInfo = { token: '', clientId: accountId, scopes: [] }
    const response = await fetch(asked, { parsedBody: message, authInfo })
    const isEndless = 'method' in message && message.method === 'subscriptions/listen'
    return isEndless ? response : inForm(response, accepted)
  }
}

const JSON_FORM = 'application/json'
const STREAM_FORM = 'text/event-stream'
const FORMS = [JSON_FORM, STREAM_FORM]

/** Which of the two forms of an answer the client takes (RFC 9110 §12.5.1). */
function formsAcceptedBy({ headers }: Request): string[] {
  const ranges = (headers.get('Accept') ?? '*/*')
    .toLowerCase()
    .split(',')
    .map(range => range.split(';').map(part => part.trim()))
    .filter(([, ...parameters]) => !parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter)))
    .map(([range]) => range)
  return FORMS.filter(form => [form, form.replace(/\/.*/, '/*'), '*/*'].some(range => ranges.includes(range)))
}

/** The response to a request in a form that the client takes: a stream of one event holds what JSON alone says. */
async function inForm(response: Response, accepted: readonly string[]): Promise<Response> {
  const form = FORMS.find(one => response.headers.get('Content-Type')?.startsWith(one))
  const [other] = accepted
  if (!response.ok || form === undefined || other === undefined || accepted.includes(form)) return response
  const text = await response.text()
  const body =
    form === JSON_FORM ? `event: message\ndata: ${text}\n\n` : (/^data: ?(.*)$/m.exec(text)?.[1] ?? '')
  const headers = new Headers(response.headers)
  headers.set('Content-Type', other)
  return new Response(body, { status: response.status, headers })
}
