import type { Generated } from 'kysely'
import type { Fixed } from '#platform/db/schema.ts'
import type { Budget } from '#writing/models/cost.ts'
import type { LanguageModelFailureReason } from '#writing/models/language-model.ts'
import type { LanguageModelProviderName } from '#writing/models/settings.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    /** The language model that an account has connected. */
    writer: {
      account_id: Fixed<string>
      provider: LanguageModelProviderName
      model: string
      /** Without a slash at the end. */
      base_url: string
      /** Sealed; null for a server that needs none. */
      api_key: string | null
      /** The last characters of the key, to recognise it by; null without a key. */
      key_end: string | null
      /** Null: no budget. */
      budget_unit: Budget['unit'] | null
      budget_limit: number | null
      is_on: number
      /** 1 or 0: whether it is shown a part of the diff. */
      sends_diff: Generated<number>
      /** Changes with each change of the settings. */
      revision: string
      changed_at: number
      /** Why its last question had no answer, and since when; null once one has an answer. */
      fault: LanguageModelFailureReason | null
      fault_at: number | null
    }
    /** What an account's calls of a model came to in a month. */
    language_model_usage: {
      account_id: Fixed<string>
      /** `2026-03`, in UTC. */
      month: Fixed<string>
      /** `provider/model`. */
      model: Fixed<string>
      calls: number
      input_tokens: number
      output_tokens: number
      /** 0 for a model whose price is not known. */
      micro_dollars: number
    }
    /** What a call under way may use up; counts as spent until the call is settled. */
    language_model_hold: {
      id: Fixed<string>
      account_id: Fixed<string>
      month: Fixed<string>
      tokens: Fixed<number>
      micro_dollars: Fixed<number>
      held_until: Fixed<number>
    }
    language_model_answer: {
      account_id: Fixed<string>
      /** SHA-256 (hex) of all that was asked, and of whom. */
      question: Fixed<string>
      answer: Fixed<string>
      /** JSON {temperature, seed} as they were sent; null: none. */
      sampling: Fixed<string | null>
      answered_at: Fixed<number>
    }
    /** How an account wants its copy to sound; lists are JSON. */
    voice: {
      account_id: Fixed<string>
      product: string
      audience: string
      guide: string
      words_to_use: string
      words_to_avoid: string
      changed_at: number
    }
    pitch: {
      pull_request_id: Fixed<string>
      account_id: Fixed<string>
      headline: string
      body: string
      writer: string
      /** Why a person has to word it; null where the machine's words are fit to be published. */
      needs_words: string | null
      /** The language model and the version of its instructions; null for other writers. */
      written_by: string | null
      /** JSON {temperature, seed}: with which sampling settings it was asked; null for other writers, and where none were sent. */
      sampling: string | null
      /** JSON list of {sentence, from, place}: the passage that each of its sentences rests on; null for other writers. */
      passages: string | null
      written_at: number
    }
  }
}
