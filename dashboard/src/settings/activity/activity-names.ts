import { ACTIVITY_ACTIONS } from '#accounts/activity-actions.ts'
import { sentenceCase } from '../../text.ts'

/** The names of actors that are not people. */
const ACTORS: Record<string, string> = {
  'command-line': 'The command line',
  'set-up': 'The set-up',
  import: 'An import',
  revert: 'A revert',
  queue: 'The queue',
  policy: 'The policy',
  'code host': 'The code host',
  payment: 'The payment provider',
  'social network': 'The social network',
  dns: 'A DNS record',
  writer: 'The AI writer',
  'sign-in': 'Single sign-on',
}

const machineName = (actor: string): string => ACTORS[actor] ?? 'Tidings'

export const actorOf = ({ actor, actorName }: { actor: string; actorName: string | null }): string =>
  actorName || machineName(actor)

/** The verb of a sentence, before its object. The log of an older version may have other actions, which are shown unchanged. */
export const verbOf = (action: string): string =>
  (ACTIVITY_ACTIONS as Partial<Record<string, { verb: string }>>)[action]?.verb ?? action

/** The verb of a sentence without an object: "renamed the account". */
export const bareVerbOf = (action: string): string =>
  verbOf(action).replace(/:$| (?:to|as|of|for|by|about|from|on|with)$/, '')

/** An action as the label of a filter: "Renamed the account". */
export const actionLabel = (action: string): string => sentenceCase(bareVerbOf(action))
