import { APICallError, generateText, NoObjectGeneratedError, Output, RetryError } from 'ai'
import { AppError } from '#platform/errors.ts'
import { costOf } from '#writing/models/cost.ts'
import {
  type LanguageModel,
  LanguageModelFailure,
  type LanguageModelFailureReason,
  type LanguageModelRequest,
  type LanguageModelResponse,
  type Sampling,
  STEADY,
  type TokenUsage,
} from '#writing/models/language-model.ts'
import { failureOfConnection, failureReasonOf, SamplingRefused } from '#writing/models/provider-fetch.ts'
import { LANGUAGE_MODEL_PROVIDERS, type LanguageModelProviderName } from '../settings.ts'

/** Otherwise the library prints warnings to stdout. */
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const RETRIES = 2

/** The connection to a provider. */
export interface ProviderConnection {
  apiKey: string | null
  /** Without a slash at the end. */
  baseUrl: string
  /** The guarded client, adapted by `providerFetch`. */
  fetch: typeof globalThis.fetch
}

interface ProviderSettings extends ProviderConnection {
  model: string
  /** Overrides the provider's deadline, in milliseconds. */
  timeoutMs?: number
}

/** An implementation of a provider. */
export interface Provider {
  open(settings: ProviderSettings): LanguageModel
  /** The names of the models for text; null if the server has no list. Throws `LanguageModelFailure`. */
  models(connection: ProviderConnection): Promise<string[] | null>
}

type SdkModel = Parameters<typeof generateText>[0]['model']
type SdkOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>

/** Adapts a model of the AI SDK. `options` returns the provider's own options for a request. */
export function throughSdk(
  provider: LanguageModelProviderName,
  settings: ProviderSettings,
  model: SdkModel,
  options: (maxOutputTokens: number) => SdkOptions = () => ({}),
): LanguageModel {
  const { timeoutMs, atOnce, takesSeed } = LANGUAGE_MODEL_PROVIDERS[provider]
  const name = `${provider}/${settings.model}`
  let sampling: Sampling = takesSeed ? STEADY : { temperature: STEADY.temperature }
  return {
    name,
    atOnce,
    costOf: usage => costOf(name, usage),
    async ask(request) {
      const deadline = AbortSignal.timeout(settings.timeoutMs ?? timeoutMs)
      const signal = AbortSignal.any([deadline, ...(request.signal ? [request.signal] : [])])
      const send = () =>
        generate({ ...request, signal }, model, {
          providerOptions: options(request.maxOutputTokens),
          sampling,
        })
      try {
        return await send().catch(error => {
          if (!(lastOf(error) instanceof SamplingRefused)) throw error
          // The model is not sent any sampling settings from now on.
          sampling = {}
          return send()
        })
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
  { providerOptions, sampling }: { providerOptions: SdkOptions; sampling: Sampling },
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
    ...sampling,
  })
  const usage = usageOf(result.usage)
  if (result.finishReason === 'content-filter') throw new LanguageModelFailure('refusal', { usage })
  // The library loses the type of the output for a generic schema, so the output is parsed again.
  const checked = schema.safeParse(outputOf(result))
  if (!checked.success) {
    const reason = unusable(result.finishReason)
    throw new LanguageModelFailure(reason, { usage, cause: checked.error })
  }
  return { value: checked.data, usage, sampling: withoutDropped(sampling, result.warnings) }
}

/**
 * The sampling settings that were really sent. The library leaves out those that it knows a model not to
 * accept, and reports that in warnings.
 */
function withoutDropped(sampling: Sampling, warnings: readonly { type: string }[] | undefined): Sampling {
  const dropped = (warnings ?? []).map(warning => ('feature' in warning ? warning.feature : null))
  return Object.fromEntries(Object.entries(sampling).filter(([setting]) => !dropped.includes(setting)))
}

const lastOf = (error: unknown): unknown => (RetryError.isInstance(error) ? error.lastError : error)

/** Why an answer that does not parse cannot be used. */
const unusable = (finishReason: string | undefined): LanguageModelFailureReason =>
  finishReason === 'content-filter' ? 'refusal' : finishReason === 'length' ? 'cut_off' : 'invalid_output'

/** The output; undefined if there is none, since the getter then throws. */
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
  const last = lastOf(error)
  if (last instanceof LanguageModelFailure) return last
  if (NoObjectGeneratedError.isInstance(last)) {
    return new LanguageModelFailure(unusable(last.finishReason), {
      ...(last.usage && { usage: usageOf(last.usage) }),
      cause: last,
    })
  }
  if (APICallError.isInstance(last)) return callFailure(last)
  // The guarded client throws an AppError for each expected failure. Other errors come from the library, which could not parse the response.
  return failureOfConnection(last)
}

function callFailure(error: APICallError): LanguageModelFailure {
  const { statusCode: status, cause, isRetryable } = error
  const failed = (reason: LanguageModelFailureReason) => new LanguageModelFailure(reason, { cause: error })
  if (status === undefined)
    return failed(cause instanceof AppError && cause.code === 'too_large' ? 'invalid_output' : 'unreachable')
  const refused = status >= 400 ? failureReasonOf(status, error.responseBody ?? '') : 'invalid_output'
  if (refused !== null) return failed(refused)
  if (status === 503 || status === 529) return failed('rate_limited')
  // A server error is retryable. For a response without content the library makes up the same status and marks it as not retryable.
  return failed(isRetryable ? 'server_error' : 'invalid_output')
}
