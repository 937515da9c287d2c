import type { DataOf } from '../../api/queries.ts'
import { shortDate } from '../../time.ts'
import type { writerQuery } from '../queries.ts'

export type WriterFacts = DataOf<typeof writerQuery>
export type Writer = NonNullable<WriterFacts['writer']>
export type Price = NonNullable<Writer['price']>
type ProviderName = Writer['provider']

/** A provider that can be connected, by the name that people use. Several share a protocol. */
export interface Choice {
  id: string
  title: string
  /** What people may know it by: its models, or where it listens. */
  hint: string
  provider: ProviderName
  /** The page where people make a key; null if none is needed. */
  keyPage: string | null
  /** The address of the provider, or an example of one. */
  url: string
  /** Whether it runs on the operator's own machine, which is searched for it. */
  isLocal: boolean
  asksForAddress: boolean
}

export const CHOICES: readonly Choice[] = [
  hosted(
    'Anthropic',
    'Claude',
    'anthropic',
    'console.anthropic.com, API keys',
    'https://api.anthropic.com/v1',
  ),
  hosted(
    'OpenAI',
    'The models of ChatGPT',
    'openai',
    'platform.openai.com, API keys',
    'https://api.openai.com/v1',
  ),
  {
    ...hosted(
      'OpenAI-compatible',
      'OpenRouter, Groq, Mistral and others',
      'openai-compatible',
      'the site of your provider',
      'https://openrouter.ai/api/v1',
    ),
    asksForAddress: true,
  },
  local('Ollama', 'ollama', 11_434),
  local('LM Studio', 'openai-compatible', 1_234),
  local('llama.cpp', 'openai-compatible', 8_080),
]

function hosted(title: string, hint: string, provider: ProviderName, keyPage: string, url: string): Choice {
  return { id: provider, title, hint, provider, keyPage, url, isLocal: false, asksForAddress: false }
}

function local(title: string, provider: ProviderName, port: number): Choice {
  const hint = `127.0.0.1:${port}`
  const url = `http://${hint}`
  return { id: title, title, hint, provider, keyPage: null, url, isLocal: true, asksForAddress: true }
}

/** What is sent from the server, as a sentence. It is also in `docs/writer.md`. */
export const isSent = (sendsDiff: boolean): string =>
  `The title, description, labels, paths and commit subjects of a merge, the titles of issues that it closes, the release that holds it, your voice, and examples of what you published and corrected. ${
    sendsDiff
      ? 'Also a part of its diff, without tests, generated files and lines that may hold a secret.'
      : 'The code is never sent.'
  }`

/** The choice that a writer was connected with. A server on this machine is recognised by its port, whatever the machine is called. */
export function choiceOf({ provider, baseUrl }: Pick<Writer, 'provider' | 'baseUrl'>): Choice | undefined {
  const at = URL.parse(baseUrl)
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(at?.hostname ?? '')
  const own = CHOICES.filter(one => one.provider === provider)
  return own.find(one => one.isLocal && isHere && URL.parse(one.url)?.port === at?.port) ?? own[0]
}

/** The name by which people know a writer's provider. */
export const titleOf = (writer: Pick<Writer, 'provider' | 'baseUrl'>): string =>
  choiceOf(writer)?.title ?? writer.provider

/** A price as text: "$2 in, $10 out per million tokens (list price of 24 Oct 2026)". */
export const priceText = ({ input, output }: Price, asOf: string): string =>
  `$${input} in, $${output} out per million tokens (list price of ${shortDate(Date.parse(asOf))})`

/** An amount in dollars. Small ones keep two significant digits: "$12.30", "$0.0042". */
export function dollars(microDollars: number): string {
  const amount = microDollars / 1_000_000
  if (amount === 0 || amount >= 0.1) return `$${amount.toFixed(2)}`
  return `$${Number(amount.toPrecision(2))}`
}

export const tokens = (count: number): string => `${count.toLocaleString()} tokens`

/** When budgets are renewed: the first day of the next month, in UTC. */
export function nextMonth(): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
