import { z } from 'zod'
import { type Action, type Field, fieldsOf } from '#actions/action.ts'
import { allActions } from '#actions/actions.ts'
import type { OtherAccount } from './other-account.ts'
import { OTHER_ACCOUNT_IDS } from './path-ids.ts'
import type { RouteRule } from './rule.ts'

/** The route that serves all actions. */
export const ACTION_ROUTE = 'POST /app/api/accounts/:account/actions/:action'

/** A route for each action, with its declared role and the neighbour's ids. */
export const actionRoutes = async (): Promise<Record<string, RouteRule>> =>
  Object.fromEntries(
    [...(await allActions())].map(([name, action]) => [
      ACTION_ROUTE.replace(':action', name.replaceAll(' ', '.')),
      { access: action.role, body: bodyOf(action) },
    ]),
  )

/** A body with all ids that the action takes, and what it needs besides; without ids, nothing of a neighbour can be named. */
function bodyOf({ input }: Action): RouteRule['body'] {
  const fields = [...fieldsOf(input)].filter(
    ([, { type, meta, isOptional }]) =>
      meta.subject || meta.examples || type instanceof z.ZodEnum || !isOptional,
  )
  const namesSomething = fields.some(([, { meta }]) => meta.subject)
  const bodyFor = (neighbour: OtherAccount | null) =>
    Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, neighbour)]))
  return namesSomething ? bodyFor : bodyFor(null)
}

/** A value that the field accepts, in a list where it takes one. */
function exampleOf({ type, meta, isList }: Field, neighbour: OtherAccount | null): unknown {
  const { subject, examples: [example] = [] } = meta
  const id = subject && neighbour && OTHER_ACCOUNT_IDS[subject]?.(neighbour)
  const value = id ?? example ?? valueFor(type)
  return isList ? [value, value] : value
}

function valueFor(type: Field['type']): unknown {
  if (type instanceof z.ZodEnum) return type.options[0]
  if (type instanceof z.ZodBoolean || type instanceof z.ZodLiteral) return true
  if (type instanceof z.ZodNumber) return 1
  return 'something'
}
