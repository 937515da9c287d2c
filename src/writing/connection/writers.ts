import type { IsAllowed } from '#platform/http/address.ts'
import type { LanguageModelProviderName } from '#writing/models/settings.ts'
import type { AccountModel } from './model.ts'
import type { Writer } from './writer.ts'

/** The address of a provider, and the key for it. */
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
  /**
   * The models; null if the operator does not allow the address, so that it was not asked. Empty if no server answered, or it has no model.
   */
  models: string[] | null
}

/** The language models that accounts connect themselves. */
export interface Writers {
  /** The operator's own model as `provider/model`, for accounts without one; null if there is none. */
  operatorModel: string | null
  /** The hosts outside the public internet that the operator lists. */
  isListed: IsAllowed
  /** The names of a provider's models; null if the server has no list. Throws `LanguageModelFailure`. */
  models(place: ProviderPlace): Promise<string[] | null>
  /** Looks for servers at the usual addresses of this machine. */
  findLocal(): Promise<FoundServer[]>
  /** Opens the writer of an account, whether it is switched on or not. */
  open(writer: Writer): Promise<AccountModel>
}
