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
      /** The key, sealed; null for a server that needs none. */
      api_key: string | null
      /** The last characters of the key, to recognise it by; null without a key. */
      key_end: string | null
      /** Null for no budget. */
      budget_unit: Budget['unit'] | null
      budget_limit: number | null
      is_on: number
      /** 1 if the writer sees a part of the diff. */
      sends_diff: Generated<number>
      /** Changes with each change of the settings. */
      revision: string
      changed_at: number
      /** Why its last question had no answer, and since when; null once one has an answer. */
      fault: LanguageModelFailureReason | null
      fault_at: number | null
    }
    /** What an account's calls of a model amounted to in a month. */
    language_model_usage: {
      account_id: Fixed<string>
      /** `2026-03`, in UTC. */
      month: Fixed<string>
      /** `provider/model`. */
      model: Fixed<string>
      calls: number
      input_tokens: number
      output_tokens: number
      /** The cost; 0 for a model whose price is unknown. */
      micro_dollars: number
    }
    /** The most that a call in progress may use; it counts as spent until the call is settled. */
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
      /** SHA-256 (hex) of everything that was asked, and of the model. */
      question: Fixed<string>
      answer: Fixed<string>
      /** The sampling settings that were sent, as JSON {temperature, seed}; null for none. */
      sampling: Fixed<string | null>
      answered_at: Fixed<number>
    }
    /** How an account wants its copy to sound. Lists are JSON. */
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
      /** Why a person has to reword it; null if the machine's words are good enough to be published. */
      needs_words: string | null
      /** The language model that wrote it or had no better words, and the version of its instructions; null if none was asked. */
      written_by: string | null
      /**
       * The sampling settings that the model was asked with, as JSON {temperature, seed}; null for other writers, and if none were sent.
       */
      sampling: string | null
      /** A JSON list of {sentence, from, place}: the passage that each sentence is based on; null for other writers. */
      passages: string | null
      written_at: number
    }
  }
}
