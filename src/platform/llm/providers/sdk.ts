import { APICallError, generateText, NoObjectGeneratedError, Output, RetryError } from 'ai'
import { AppError } from '#platform/errors.ts'
import { costOf } from '#platform/llm/cost.ts'
import type { TokenUsage } from '#platform/llm/language-model.ts'
import { LanguageModelFailure } from '#platform/llm/language-model.ts'
import type { LanguageModel, LanguageModelRequest, LanguageModelResponse } from '../language-model.ts'
import { LANGUAGE_MODEL_PROVIDERS, type LanguageModelProviderName } from '../settings.ts'

/** The library would print warnings on stdout. */
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const RETRIES = 2

/** What each provider is opened with. */
export interface ProviderSettings {
  model: string
  apiKey: string | null
  baseUrl: string
  /** The guarded client. */
  fetch: typeof globalThis.fetch
  /** Overrides the provider's deadline, in milliseconds. */
  timeoutMs?: number
}

export type ProviderOf = (settings: ProviderSettings) => LanguageModel

type SdkModel = Parameters<typeof generateText>[0]['model']
type SdkOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>

/** Adapts a model of the AI SDK. `options` returns the provider's own options for a request. */
export function throughSdk(
  provider: LanguageModelProviderName,
  settings: ProviderSettings,
  model: SdkModel,
  options: (maxOutputTokens: number) => SdkOptions = () => ({}),
): LanguageModel {
  const { timeoutMs, atOnce } = LANGUAGE_MODEL_PROVIDERS[provider]
  const name = `${provider}/${settings.model}`
  return {
    name,
    atOnce,
    costOf: usage => costOf(name, usage),
    async ask(request) {
      const deadline = AbortSignal.timeout(settings.timeoutMs ?? timeoutMs)
      const signal = AbortSignal.any([deadline, ...(request.signal ? [request.signal] : [])])
      const providerOptions = options(request.maxOutputTokens)
      try {
        return await generate({ ...request, signal }, model, providerOptions)
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason
        throw deadline.aborted ? new LanguageModelFailure('timeout', { cause: error }) : failureOf(error)
      }
    },
  }
}

async function generate<T>(
  {
    instructions,
    prompt,
    schema,
    maxOutputTokens,
    signal,
  }: LanguageModelRequest<T> & { signal: AbortSignal },
  model: SdkModel,
  providerOptions: SdkOptions,
): Promise<LanguageModelResponse<T>> {
  const result = await generateText({
    model,
    instructions,
    prompt,
    output: Output.object({ schema, name: 'answer' }),
    maxOutputTokens,
    maxRetries: RETRIES,
    abortSignal: signal,
    providerOptions,
  })
  const usage = usageOf(result.usage)
  if (result.finishReason === 'content-filter') throw new LanguageModelFailure('refusal', { usage })
  // The library loses the type of the output for a generic schema, so the output is parsed again.
  const checked = schema.safeParse(outputOf(result))
  if (!checked.success) throw new LanguageModelFailure('invalid_output', { usage, cause: checked.error })
  return { value: checked.data, usage }
}

/** The getter throws when there is no output. */
function outputOf(result: { output: unknown }): unknown {
  try {
    return result.output
  } catch {
    return undefined
  }
}

function usageOf(usage: { inputTokens: number | undefined; outputTokens: number | undefined }): TokenUsage {
  return { inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 }
}

function failureOf(error: unknown): LanguageModelFailure {
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (last instanceof LanguageModelFailure) return last
  if (NoObjectGeneratedError.isInstance(last)) {
    const reason = last.finishReason === 'content-filter' ? 'refusal' : 'invalid_output'
    return new LanguageModelFailure(reason, {
      ...(last.usage && { usage: usageOf(last.usage) }),
      cause: last,
    })
  }
  if (APICallError.isInstance(last)) return callFailure(last)
  // The guarded client throws an AppError for each expected failure. Other errors come from the library, which could not parse the response.
  const isAnswered = !(last instanceof AppError) || last.code === 'too_large'
  return new LanguageModelFailure(isAnswered ? 'invalid_output' : 'unreachable', { cause: last })
}

function callFailure(error: APICallError): LanguageModelFailure {
  const { statusCode: status, cause, isRetryable } = error
  if (status === 429) return new LanguageModelFailure('rate_limited', { cause: error })
  if (status === undefined || status === 408 || status >= 500) {
    const tooLarge = cause instanceof AppError && cause.code === 'too_large'
    // A server error is retryable. For a response without content the library makes up the same status and marks it as not retryable.
    const isAnswered = tooLarge || !isRetryable
    return new LanguageModelFailure(isAnswered ? 'invalid_output' : 'unreachable', { cause: error })
  }
  return new LanguageModelFailure(status < 400 ? 'invalid_output' : 'rejected', { cause: error })
}
