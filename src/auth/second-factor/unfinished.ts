import type { Person } from '#accounts/people.ts'
import { type Clock, MINUTE_MS } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { Tickets } from '#platform/tickets.ts'

export const UNFINISHED_MINUTES = 10

/** A sign-in that waits for the second factor. It is in the database, so that what ends a person's sessions ends it too. */
export interface UnfinishedSignIn {
  person: Pick<Person, 'id' | 'email'>
  /** Whether a link by mail began it. */
  byLink: boolean
}

const WAITING = new Tickets<{ byLink: boolean }>('second factor')

/** Stores it and gives the secret by which its browser goes on. The person has a second factor. */
export async function keepUnfinished(tx: Tx, clock: Clock, signIn: UnfinishedSignIn): Promise<string> {
  const { person, byLink } = signIn
  const lifetimeMs = UNFINISHED_MINUTES * MINUTE_MS
  return (await WAITING.issue(tx, clock, { personId: person.id, data: { byLink }, lifetimeMs })).secret
}

/** Throws `conflict` when it ended or was finished. */
export async function unfinishedBySecret(
  db: Reader,
  clock: Clock,
  secret: string,
): Promise<UnfinishedSignIn> {
  const ticket = await WAITING.open(db, clock, secret)
  if (!ticket) throw hasEnded()
  const person = await db
    .selectFrom('person')
    .select(['id', 'email'])
    .where('id', '=', ticket.personId)
    .executeTakeFirstOrThrow()
  return { person, byLink: ticket.data.byLink }
}

/** Ends it. Throws `conflict` when something else did; of two concurrent calls one succeeds. */
export async function endUnfinished(tx: Tx, clock: Clock, secret: string): Promise<void> {
  if (!(await WAITING.use(tx, clock, secret))) throw hasEnded()
}

const hasEnded = () => new AppError('conflict', 'This sign-in has ended. Start it again.')
