import type { IsAllowed } from '#platform/http/address.ts'
import type { LanguageModelProviderName } from '#writing/models/settings.ts'
import type { AccountModel } from './model.ts'
import type { Writer } from './writer.ts'

/** Where a provider is reached, with its key. */
interface ProviderPlace {
  provider: LanguageModelProviderName
  /** Without a slash at the end. */
  baseUrl: string
  apiKey: string | null
}

/** A server of language models on the machine that Tidings runs on. */
export interface FoundServer {
  name: string
  provider: LanguageModelProviderName
  url: string
  /** Null: the operator does not allow the address, so it was not asked. Empty: no server answered, or it has no model. */
  models: string[] | null
}

/** The language models that accounts connect themselves. */
export interface Writers {
  /** The operator's own model, for accounts without one: `provider/model`. Null: there is none. */
  operatorModel: string | null
  /** The hosts outside the public internet that the operator lists. */
  isListed: IsAllowed
  /** The names of the models; null where the server has no list. Throws `LanguageModelFailure`. */
  models(place: ProviderPlace): Promise<string[] | null>
  /** Looks for servers at the usual addresses of this machine. */
  findLocal(): Promise<FoundServer[]>
  /** The writer of an account, on or not. */
  open(writer: Writer): Promise<AccountModel>
}
