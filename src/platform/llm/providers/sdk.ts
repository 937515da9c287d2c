import { APICallError, generateText, NoObjectGeneratedError, Output, RetryError } from 'ai'
import { AppError } from '#platform/errors.ts'
import { costOf } from '#platform/llm/cost.ts'
import type { TokenUsage } from '#platform/llm/language-model.ts'
import { LanguageModelFailure } from '#platform/llm/language-model.ts'
import type { LanguageModel, LanguageModelRequest, LanguageModelResponse } from '../language-model.ts'
import { LANGUAGE_MODEL_PROVIDERS, type LanguageModelProviderName } from '../settings.ts'

/** The library prints its warnings on the terminal, the first of them on stdout, which is not its own. */
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const RETRIES = 2

/** What every provider is made from. */
export interface ProviderSettings {
  model: string
  apiKey: string | null
  baseUrl: string
  /** The guarded way out. */
  fetch: typeof globalThis.fetch
  /** In place of the provider's own, for a whole question. */
  patienceMs?: number
}

export type ProviderOf = (settings: ProviderSettings) => LanguageModel

type SdkModel = Parameters<typeof generateText>[0]['model']
type SdkOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>

/** A provider of the AI SDK as a language model of ours. `options` are the provider's own, for a question of so many output tokens. */
export function throughSdk(
  provider: LanguageModelProviderName,
  settings: ProviderSettings,
  model: SdkModel,
  options: (maxOutputTokens: number) => SdkOptions = () => ({}),
): LanguageModel {
  const { patienceMs, atOnce } = LANGUAGE_MODEL_PROVIDERS[provider]
  const name = `${provider}/${settings.model}`
  return {
    name,
    atOnce,
    costOf: usage => costOf(name, usage),
    async ask(question) {
      const deadline = AbortSignal.timeout(settings.patienceMs ?? patienceMs)
      const signal = AbortSignal.any([deadline, ...(question.signal ? [question.signal] : [])])
      const providerOptions = options(question.maxOutputTokens)
      try {
        return await generate({ ...question, signal }, model, providerOptions)
      } catch (error) {
        if (question.signal?.aborted) throw question.signal.reason
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
  // The library's own type of it follows from the schema's, but is lost on a generic one; here it is checked again.
  const checked = schema.safeParse(outputOf(result))
  if (!checked.success) throw new LanguageModelFailure('invalid_output', { usage, cause: checked.error })
  return { value: checked.data, usage }
}

/** Reading it throws where there was none. */
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
  // The guarded client says what it expected to go wrong; other errors are the library's, over an answer that it cannot read.
  const isAnswered = !(last instanceof AppError) || last.code === 'too_large'
  return new LanguageModelFailure(isAnswered ? 'invalid_output' : 'unreachable', { cause: last })
}

function callFailure(error: APICallError): LanguageModelFailure {
  const { statusCode: status, cause, isRetryable } = error
  if (status === 429) return new LanguageModelFailure('rate_limited', { cause: error })
  if (status === undefined || status === 408 || status >= 500) {
    const tooLarge = cause instanceof AppError && cause.code === 'too_large'
    // A broken server may be asked again; for an answer without content the library makes the same status up, but would not.
    const isAnswered = tooLarge || !isRetryable
    return new LanguageModelFailure(isAnswered ? 'invalid_output' : 'unreachable', { cause: error })
  }
  return new LanguageModelFailure(status < 400 ? 'invalid_output' : 'rejected', { cause: error })
}
