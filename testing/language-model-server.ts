import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { PROOFREADING } from '#writing/checks/proofread.ts'
import type { LanguageModelProviderName } from '#writing/models/settings.ts'
import type { Closable } from './closable.ts'
import { opened } from './http.ts'

/** A question as it came over the wire, in whichever protocol. */
export interface Asked {
  provider: LanguageModelProviderName
  headers: IncomingHttpHeaders
  /** The body as it was sent. */
  body: Record<string, unknown>
  /** The text for the model: our instructions, and the prompt, which strangers may have written. */
  instructions: string
  prompt: string
}

/** What the model says; `ends` is why it stopped. */
export interface Says {
  text: string
  ends?: 'stop' | 'length' | 'refusal'
}

/** Answers a question: with words, for the protocol's form, or with a function that handles the connection itself. */
export type Behaviour = (
  asked: Asked,
) => Says | Promise<Says> | ((request: IncomingMessage, response: ServerResponse) => void)

export interface LanguageModelServer extends Closable {
  /** The address of the server, without a path. */
  address: string
  /** All questions but those for proofreading. */
  asked: Asked[]
  behave(behaviour: Behaviour): void
  /** The questions for proofreading. */
  proofread: Asked[]
  /** Sets how the model proofreads; at first it finds every sentence supported. */
  findIn(behaviour: Behaviour): void
  /** The headers of each request for the list of models. */
  listed: IncomingHttpHeaders[]
  /** Sets the list of models: their names, null for a server without a list, or that the key is refused. */
  list(models: readonly string[] | null | 'wrong key'): void
}

/** The usage that every answer reports. */
export const USAGE = { inputTokens: 1_000, outputTokens: 100 }

/** One protocol: which path it is served under, where its words are, how an answer looks. */
interface Protocol {
  provider: LanguageModelProviderName
  path: string
  instructions(body: Record<string, unknown>): unknown
  prompt(body: Record<string, unknown>): unknown
  answer(says: Says): unknown
}

const PROTOCOLS: readonly Protocol[] = [
  {
    provider: 'anthropic',
    path: '/v1/messages',
    instructions: body => body.system,
    prompt: body => body.messages,
    answer: ({ text, ends = 'stop' }) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'test',
      content: [{ type: 'text', text }],
      stop_reason: { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' }[ends],
      stop_sequence: null,
      usage: { input_tokens: USAGE.inputTokens, output_tokens: USAGE.outputTokens },
    }),
  },
  {
    provider: 'openai',
    path: '/v1/responses',
    instructions: body => lastly(body.input, 0),
    prompt: body => lastly(body.input, 1),
    answer: ({ text, ends = 'stop' }) => ({
      id: 'resp_1',
      object: 'response',
      created_at: 1_760_000_000,
      model: 'test',
      status: ends === 'length' ? 'incomplete' : 'completed',
      incomplete_details: ends === 'length' ? { reason: 'max_output_tokens' } : null,
      output: [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [
            ends === 'refusal'
              ? { type: 'refusal', refusal: text }
              : { type: 'output_text', text, annotations: [] },
          ],
        },
      ],
      usage: { input_tokens: USAGE.inputTokens, output_tokens: USAGE.outputTokens },
    }),
  },
  {
    provider: 'openai-compatible',
    path: '/v1/chat/completions',
    instructions: body => lastly(body.messages, 0),
    prompt: body => lastly(body.messages, 1),
    answer: ({ text, ends = 'stop' }) => ({
      id: 'chat_1',
      object: 'chat.completion',
      created: 1_760_000_000,
      model: 'test',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text },
          finish_reason: { stop: 'stop', length: 'length', refusal: 'content_filter' }[ends],
        },
      ],
      usage: { prompt_tokens: USAGE.inputTokens, completion_tokens: USAGE.outputTokens, total_tokens: 1_100 },
    }),
  },
  {
    provider: 'ollama',
    path: '/api/chat',
    instructions: body => lastly(body.messages, 0),
    prompt: body => lastly(body.messages, 1),
    answer: ({ text, ends = 'stop' }) => ({
      model: 'test',
      created_at: '2026-03-01T12:00:00Z',
      message: { role: 'assistant', content: text },
      done: true,
      done_reason: ends === 'length' ? 'length' : 'stop',
      prompt_eval_count: USAGE.inputTokens,
      eval_count: USAGE.outputTokens,
    }),
  },
]

const lastly = (messages: unknown, at: number): unknown =>
  Array.isArray(messages) ? messages[at]?.content : null

/** Content is a text or a list of parts with texts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).join('\n')
  if (typeof content !== 'object' || content === null) return ''
  return 'text' in content ? textOf(content.text) : 'content' in content ? textOf(content.content) : ''
}

/** Finds nothing wrong in any sentence of a question for proofreading. */
export const supporting: Behaviour = ({ prompt }) => ({
  text: JSON.stringify({
    sentences: [...prompt.matchAll(/^(\d+)\. Sentence: /gm)].map(([, number]) => ({
      sentence: Number(number),
      compared: '',
      verdict: 'supported',
    })),
  }),
})

/** A server on this machine that speaks the providers' protocols. No model is behind it: a test says what it answers. */
export async function startLanguageModelServer(): Promise<LanguageModelServer> {
  const asked: Asked[] = []
  const proofread: Asked[] = []
  const listed: IncomingHttpHeaders[] = []
  let proofreading: Behaviour = supporting
  let behaviour: Behaviour = () => (_, response) => void response.writeHead(500).end()
  let models: Parameters<LanguageModelServer['list']>[0] = null
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      listed.push(request.headers)
      return sendModels(models, request, response)
    }
    const protocol = PROTOCOLS.find(({ path }) => path === request.url)
    if (!protocol) return void response.writeHead(404).end()
    const question = questionOf(protocol, request, Buffer.concat(await request.toArray()).toString())
    const isProof = question.instructions.includes(PROOFREADING)
    ;(isProof ? proofread : asked).push(question)
    const reply = await (isProof ? proofreading : behaviour)(question)
    if (typeof reply === 'function') return reply(request, response)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(protocol.answer(reply)))
  })
  return {
    ...(await opened(server)),
    asked,
    behave: given => {
      behaviour = given
    },
    proofread,
    findIn: given => {
      proofreading = given
    },
    listed,
    list: given => {
      models = given
    },
  }
}

function sendModels(
  models: readonly string[] | null | 'wrong key',
  { url }: IncomingMessage,
  response: ServerResponse,
): void {
  if (models === 'wrong key') return void response.writeHead(401).end('{"error":{"message":"bad key"}}')
  const isOllama = url === '/api/tags'
  if (models === null || !(isOllama || url?.startsWith('/v1/models'))) {
    return void response.writeHead(404).end(`Cannot GET ${url}`)
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  const list = isOllama ? { models: models.map(name => ({ name })) } : { data: models.map(id => ({ id })) }
  response.end(JSON.stringify(list))
}

function questionOf(protocol: Protocol, { headers }: IncomingMessage, text: string): Asked {
  const body: Record<string, unknown> = JSON.parse(text)
  const instructions = textOf(protocol.instructions(body))
  return { provider: protocol.provider, headers, body, instructions, prompt: textOf(protocol.prompt(body)) }
}
